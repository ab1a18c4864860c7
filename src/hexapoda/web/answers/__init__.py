"""The form of the API's answers, one module for each noun.

These models describe: nothing is checked with them when an answer leaves, which would take longer than making
it. The tests check every answer that they get.
"""
