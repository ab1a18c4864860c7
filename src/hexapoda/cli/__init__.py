"""The command line: one command a module, all of them put together by `hexapoda.cli.app`."""
