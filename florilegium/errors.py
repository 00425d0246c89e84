"""Every error that a person can meet, sorted by what the person should do, each with its exit code.

FlorilegiumError
├── ParamsError             2  correct params.yaml, the brief or the command line
├── ArtifactError           3  a file between stages is broken: remove it and run its stage again
├── SourceUnavailableError  4  make the vault, export or account reachable
├── LoginExpiredError       5  log in again
├── ModelError              6  look at the model's answer or its server
├── BudgetError             7  raise the budget: the next run goes on where this one stopped
├── BusyError               8  wait for the other run
└── StorageError            9  make room, or make the folder writable
Anything else is a fault of ours and ends with 70.
"""


class FlorilegiumError(Exception):
    """A failure with a finished sentence, the place where it happened, and the next step."""

    exit_code = 70

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class ParamsError(FlorilegiumError):
    """The run was asked for something that it cannot do."""

    exit_code = 2


class ArtifactError(FlorilegiumError):
    """A file between stages is missing or does not fit its schema."""

    exit_code = 3


class SourceUnavailableError(FlorilegiumError):
    """No source could be read, or, under `strict`, one could not."""

    exit_code = 4


class LoginExpiredError(FlorilegiumError):
    """A source wants its user to log in again."""

    exit_code = 5


class ModelError(FlorilegiumError):
    """A model gave no usable answer."""

    exit_code = 6


class BudgetError(FlorilegiumError):
    """The budget is spent; nothing is lost."""

    exit_code = 7


class BusyError(FlorilegiumError):
    """Another run holds the same folder."""

    exit_code = 8


class StorageError(FlorilegiumError):
    """The system refuses to read or write a file of the project."""

    exit_code = 9
