"""Emails to people whose turn it is, if the server has an SMTP server to send them through."""
