"""The form of the API's answers, one module for each noun.

These models only describe: answers are not validated when they are sent, which would take longer than making
them. Functions that make an answer are annotated with its model, so mypy compares the two, and the tests
validate every answer that they receive.
"""
