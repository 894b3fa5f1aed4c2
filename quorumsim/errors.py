"""The one error that is the user's to correct."""


class BadInput(Exception):
    """What the user gave cannot be used; the message is one plain sentence for the user to read.

    It names the file, the field, the value and what would be accepted. The command line prints it and exits with 2.
    It is no ValueError on purpose: pydantic and Typer would catch that one and wrap the sentence in words of their own.
    """
