"""The command line: `python -m bot`, also installed as `fortytwo`.

With a token it runs the bot on Discord; without one it opens a practice table in the browser.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.runtime.settings import Settings, SettingsError, load_settings

PROG = "python -m bot"
OK, FAILED, MISUSED = 0, 1, 2

Command = Callable[[Sequence[str]], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    commands = _commands()
    if arguments and arguments[0] in ("-h", "--help"):
        print(_usage(commands))
        return OK
    try:
        if not arguments or arguments[0].startswith("-"):
            return _run_or_practice(arguments)
        name, *rest = arguments
        if name not in commands:
            print(f"{PROG}: there is no command {name!r}; try {PROG} --help", file=sys.stderr)
            return MISUSED
        return commands[name][0](rest)
    except SettingsError as error:
        print(f"{PROG}: {error}", file=sys.stderr)
        return MISUSED
    except KeyboardInterrupt:
        return FAILED
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; nothing is left to say
        return FAILED


def _commands() -> dict[str, tuple[Command, str]]:
    """Return each command with one line about it."""
    return {
        "run": (_run, "run the bot on Discord (needs DISCORD_TOKEN)"),
        "practice": (_practice, "open a practice table in the browser, without Discord"),
        "referee": (_referee, "replay a game record by the rules"),
        "verify": (_verify, "check that a hand was dealt as its shake says"),
        "solve": (_solve, "say what best play makes of a hand, all tiles in view"),
        "arena": (_arena, "let two computer players compete on the same deals"),
        "player": (_player, "seat a computer player at another program's table"),
        "doctor": (_doctor, "check the token, the database and the clock"),
        "backup": (_backup, "copy the database while it is in use"),
        "export": (_export, "write the record of a table's game"),
        "migrate": (_migrate, "bring the database to the newest schema"),
    }


def _usage(commands: dict[str, tuple[Command, str]]) -> str:
    lines = [f"  {name:<10}{about}" for name, (_, about) in commands.items()]
    return "\n".join(
        [
            f"usage: {PROG} [command] [options]",
            "",
            "Texas 42 in Discord. Without a command: `run` where DISCORD_TOKEN is set,",
            "otherwise `practice`.",
            "",
            "commands:",
            *lines,
            "",
            f"example: {PROG} practice --exhibition",
            f"{PROG} COMMAND --help tells about each of them.",
        ]
    )


def parser_for(name: str, about: str, example: str) -> argparse.ArgumentParser:
    """Return a parser whose help ends with an example."""
    return argparse.ArgumentParser(
        prog=f"{PROG} {name}", description=about, epilog=f"example: {PROG} {example}"
    )


def _run_or_practice(arguments: Sequence[str]) -> int:
    if load_settings().discord_token is not None:
        return _run(arguments)
    print("No DISCORD_TOKEN is set: opening a practice table instead.", flush=True)
    return _practice(arguments)


def _run(arguments: Sequence[str]) -> int:
    parser_for("run", "Run the bot on Discord until it is stopped.", "run").parse_args(arguments)
    settings = load_settings()
    if settings.discord_token is None:
        raise SettingsError("DISCORD_TOKEN: set it in .env to run the bot on Discord")
    return _with_log(settings, lambda: _host(settings))


def _host(settings: Settings) -> int:
    import discord

    from bot.runtime.composition import run_bot
    from bot.store import BadDatabaseUrl, NewerSchema
    from bot.tables.ports import StoreFailure

    try:
        asyncio.run(run_bot(settings))
    except discord.LoginFailure:
        print(f"{PROG}: Discord refuses DISCORD_TOKEN; copy it again", file=sys.stderr)
        return FAILED
    except (BadDatabaseUrl, NewerSchema, StoreFailure) as error:
        print(f"{PROG}: {error}", file=sys.stderr)
        return MISUSED
    return OK


def _practice(arguments: Sequence[str]) -> int:
    from bot.cli.practice import practice_main

    settings = load_settings()
    return _with_log(settings, lambda: practice_main(arguments, settings, prog=f"{PROG} practice"))


def _referee(arguments: Sequence[str]) -> int:
    from bot.cli.referee import referee_main

    return referee_main(arguments, prog=f"{PROG} referee")


def _verify(arguments: Sequence[str]) -> int:
    from bot.cli.referee import verify_main

    return verify_main(arguments, prog=f"{PROG} verify")


def _solve(arguments: Sequence[str]) -> int:
    from bot.cli.solve import solve_main

    return solve_main(arguments, prog=f"{PROG} solve", cache=_compiled())


def _arena(arguments: Sequence[str]) -> int:
    from bot.cli.arena import arena_main

    return arena_main(arguments, prog=f"{PROG} arena", cache=_compiled())


def _player(arguments: Sequence[str]) -> int:
    from bot.cli.player import player_main

    return player_main(arguments, prog=f"{PROG} player", cache=_compiled())


def _compiled() -> Path:
    """Return the folder that keeps compiled code."""
    return load_settings().data_dir / "solver"


def _doctor(arguments: Sequence[str]) -> int:
    from bot.cli.admin import doctor_main

    parser_for("doctor", "Check what the program needs.", "doctor").parse_args(arguments)
    return doctor_main(load_settings())


def _backup(arguments: Sequence[str]) -> int:
    from bot.cli.admin import backup_main

    parser = parser_for("backup", "Copy the database while it is in use.", "backup copy.sqlite3")
    parser.add_argument("file", metavar="FILE", help="where to write the copy")
    return backup_main(load_settings(), parser.parse_args(arguments).file)


def _export(arguments: Sequence[str]) -> int:
    from bot.cli.admin import export_main

    parser = parser_for("export", "Write the record of a table's newest game.", "export k3f9q2")
    parser.add_argument("table", metavar="TABLE", help="the table's id, as its buttons have it")
    return export_main(load_settings(), parser.parse_args(arguments).table)


def _migrate(arguments: Sequence[str]) -> int:
    from bot.cli.admin import migrate_main

    parser = parser_for("migrate", "Bring the database to the newest schema.", "migrate")
    parser.parse_args(arguments)
    return migrate_main(load_settings())


def _with_log(settings: Settings, work: Callable[[], int]) -> int:
    from bot.runtime.log_setup import set_up_log

    set_up_log(settings.log_level, settings.log_format)
    return work()


if __name__ == "__main__":
    raise SystemExit(main())
