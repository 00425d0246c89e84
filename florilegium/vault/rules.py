"""What a vault's owner says of it that changes how it is read."""

from dataclasses import dataclass


@dataclass(frozen=True)
class VaultRules:
    """What is private, what is a template, what is left out; folders are relative to the vault."""

    private_folders: tuple[str, ...] = ()
    private_tags: tuple[str, ...] = ("private",)
    private_flag: str = "private"  # a property that makes a note private when it is true
    templates: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()  # patterns, as in params.yaml
