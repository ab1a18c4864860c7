"""The form of the API's answers, one module for each noun.

These models describe: nothing is checked with them when an answer leaves, which would take longer than making
it. What makes an answer returns its model, so mypy compares the two, and the tests check every answer that
they get.
"""
