import { readFileSync } from 'node:fs';
import { Command as Parser } from 'commander';
import * as v from 'valibot';
import type { Command, CommandContext } from './command.ts';
import { groupText, helpText } from './help-text.ts';
import { usageErrorOf } from './usage-error.ts';

/**
 * Builds the command-line parser from all commands. For example, for the command `coxswain devnet price`, the parser contains the group
 * `devnet` with the command `price`.
 */
export function createProgram(commands: readonly Command[], context: CommandContext): Parser {
  const program = group('coxswain', '', helpText(commands), context).version(packageVersion(), '-v, --version');
  const groups = new Map<string, Parser>();
  /**
   * Returns the command group for a sequence of words. If the group does not exist yet, the function creates it within the group of the
   * preceding words.
   */
  const groupOf = (words: readonly string[]): Parser => {
    const name = words.join(' ');
    const word = words.at(-1);
    if (word === undefined) return program;
    const known = groups.get(name);
    if (known !== undefined) return known;
    const members = commands.filter((command) => command.name.startsWith(`${name} `));
    const made = group(word, `${name} `, groupText(name, members), context);
    groupOf(words.slice(0, -1)).addCommand(made);
    groups.set(name, made);
    return made;
  };
  for (const command of commands) groupOf(command.name.split(' ').slice(0, -1)).addCommand(command.parser(context));
  return program;
}

/** Groups the commands that begin with the same word, and gives the group a help text. */
function group(word: string, prefix: string, help: string, { say }: CommandContext): Parser {
  const write = (text: string) => say(text.trimEnd());
  return new Parser(word)
    .configureHelp({ formatHelp: () => help })
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => {} })
    .exitOverride((error) => {
      throw usageErrorOf(error, [], prefix);
    });
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
}
