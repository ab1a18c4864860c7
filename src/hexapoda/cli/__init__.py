"""The command line: one command a module, put together by `hexapoda.cli.app`."""
