"""Emails to people whose turn it is, if an SMTP server is configured to send them."""
