// The options of a slash command: their choices, and the values to send.

import { displayName } from "./dom.js";

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10;

/** Returns one entry for each subcommand: {command, path: [names], name, description, options}. */
export function spreadCommands(commands, direct) {
  const spread = (command, path, node) => {
    const subs = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (subs.length) return subs.flatMap((sub) => spread(command, [...path, sub], sub));
    const name = [command.name, ...path.map((sub) => sub.name)].join(" ");
    return [{ command, path, name, description: node.description, options: node.options ?? [] }];
  };
  const here = (command) => {
    if ((command.type ?? 1) !== 1) return false;
    if (command.contexts) return command.contexts.includes(direct ? 1 : 0);
    return !direct || (command.dm_permission !== false && !command.guild_id);
  };
  return commands.filter(here).flatMap((command) => spread(command, [], command)).sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the commands that match what is typed after the slash, prefix matches first. */
export function matchCommands(entries, typed) {
  const text = typed.toLowerCase().trimEnd();
  const words = (entry) => entry.name.split(" ");
  const rank = (entry) => {
    if (entry.name === text) return 0;
    if (entry.name.startsWith(text)) return 1;
    if (words(entry).some((word) => word.startsWith(text))) return 2;
    return entry.name.includes(text) ? 3 : 4;
  };
  return entries.map((entry) => [rank(entry), entry]).filter(([order]) => order < 4).sort((a, b) => a[0] - b[0]).map(([, entry]) => entry);
}

const person = (user) => ({ label: displayName(user), description: user.username, value: user.id });
const role = (item) => ({ label: `@${item.name}`, value: item.id });

/** Returns the choices that the page knows for an option; null for free text and autocomplete. */
export function ownChoices(option, client) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  switch (option.type) {
    case BOOLEAN: return [{ label: "True", value: true }, { label: "False", value: false }];
    case USER: return [...client.users.values()].map(person);
    case ROLE: return [...client.roles.values()].map(role);
    case MENTIONABLE: return [...[...client.users.values()].map(person), ...[...client.roles.values()].map(role)];
    case CHANNEL:
      return [...client.channels.values()]
        .filter((channel) => channel.guild_id && (!option.channel_types?.length || option.channel_types.includes(channel.type)))
        .map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
    default: return null;
  }
}

/** An option being filled in. `picked` is the chosen {label, value}, cleared when the text changes. */
export class Slot {
  constructor(option, client) {
    this.option = option;
    this.choices = ownChoices(option, client);
    this.text = "";
    this.picked = null;
  }

  get filled() {
    return this.text.trim() !== "";
  }

  /** The choices that match the text. */
  fitting() {
    const text = this.picked ? "" : this.text.trim().toLowerCase();
    const fits = (choice) => choice.label.toLowerCase().includes(text) || (choice.description ?? "").toLowerCase().includes(text);
    return (this.choices ?? []).filter(fits).slice(0, 25);
  }

  /** The problem, in words; "" if it can be sent. */
  problem() {
    const { option } = this;
    if (!this.filled) return option.required ? "This option is required." : "";
    if (this.picked) return "";
    const text = this.text.trim();
    if (this.choices) {
      const exact = this.choices.find((choice) => choice.label.toLowerCase() === text.toLowerCase());
      if (!exact) return "Choose one from the list.";
      this.picked = exact;
      return "";
    }
    if (option.type === INTEGER && !/^-?\d+$/.test(text)) return "A whole number is needed.";
    if (option.type === NUMBER && !/^-?\d+(\.\d+)?$/.test(text)) return "A number is needed.";
    if (option.type === INTEGER || option.type === NUMBER) return this.outside(Number(text));
    if (text.length < (option.min_length ?? 0)) return `At least ${option.min_length} characters are needed.`;
    if (text.length > (option.max_length ?? 6000)) return `At most ${option.max_length} characters fit.`;
    return option.type === STRING ? "" : `This page has no input for option type ${option.type}.`;
  }

  outside(number) {
    const { min_value: least, max_value: most } = this.option;
    if (least !== undefined && number < least) return `It must be ${least} or more.`;
    return most !== undefined && number > most ? `It must be ${most} or less.` : "";
  }

  /** The option as Discord sends it; partial text is sent as is, for autocomplete. */
  payload(focused) {
    const { name, type } = this.option;
    const numeric = type === INTEGER || type === NUMBER;
    const typed = numeric && !focused ? Number(this.text) : this.text;
    const value = this.picked ? this.picked.value : typed;
    return focused ? { type, name, value, focused: true } : { type, name, value };
  }
}

/** Nests the options of a command under its subcommands. */
export function nest(path, options) {
  return path.reduceRight((inner, sub) => [{ type: sub.type, name: sub.name, options: inner }], options);
}
