"""Translates the names and descriptions of slash commands."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.presenter.words.language import COMMAND_NAME, words_for

NAMES = frozenset(
    {
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
    }
)


class CommandTranslator(app_commands.Translator):
    """Translates commands by the message catalog; the code has the English texts."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a language, None without a translation."""
        meaning = COMMAND_NAME if context.location in NAMES else ""
        text = words_for(locale.value).find(string.message, meaning)
        return None if text == string.message else text
