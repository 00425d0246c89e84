"""`florilegium completion`: the script that teaches a shell to complete commands, options and ids."""

import click

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, /, shell: str) -> None:
    """Print the completion script for a shell.

    \b
    bash: florilegium completion bash >> ~/.bashrc
    zsh:  florilegium completion zsh >> ~/.zshrc
    fish: florilegium completion fish > ~/.config/fish/completions/florilegium.fish
    """
    from click.shell_completion import get_completion_class

    from ..cli import main

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"click completes no {shell}", ctx)
    click.echo(found(main, {}, "florilegium", "_FLORILEGIUM_COMPLETE").source())
