"""The command line: one module per command, assembled by `hexapoda.cli.app`."""
