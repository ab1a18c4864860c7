"""The models of the API's answers, one module per resource.

The models are only descriptions: answers are not validated when they are sent, because that would take longer
than building them. Functions that build an answer are annotated with its model, so mypy compares the two, and
the tests validate every answer that they receive.
"""
