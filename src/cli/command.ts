import { CommanderError, Option, Command as Parser } from 'commander';
import type { Config } from '../config.ts';
import { OPTION_FORMS, type OptionTable, type ValuesOf } from './options.ts';
import { UsageError, usageErrorOf } from './usage-error.ts';

/** What a command receives from its environment: functions to print output and to ask the user, the working directory, and the settings. */
export type CommandContext = {
  /** Writes a line to stdout. */
  say(line: string): void;
  /** Asks the user a yes-or-no question; returns null when no terminal is attached. */
  ask(question: string): Promise<boolean | null>;
  /** Asks the user for a line of text; returns null when no terminal is attached, or the user ends the input. */
  prompt(question: string): Promise<string | null>;
  /** The user's working directory; file names in arguments are relative to it. */
  readonly folder: string;
  /** Reads and validates all settings of the program. @throws ConfigError */
  config(): Config;
};

/**
 * A command, defined in a file under `commands/` and listed in `all-commands.ts`. An error of `run` ends the program: a `UsageError` prints
 * the usage and sets exit code 2, a `CoxswainError` prints its message with exit code 1, and any other error prints its stack with exit
 * code 1.
 */
export type Command = {
  /** The words by which a user calls the command, such as `devnet price`. */
  readonly name: string;
  /** The command's arguments and options as the help shows them, such as `SYMBOL USD`. */
  readonly parameters: string;
  /** A one-line summary of what the command does. */
  readonly summary: string;
  /** Builds the commander command, which parses the arguments, reports errors, and prints the help. */
  parser(context: CommandContext): Parser;
  run(args: readonly string[], context: CommandContext): Promise<void>;
};

/** Argument notations: `ID` is required, `[ID]` is optional, `[ID...]` may be repeated. */
type ArgumentTable = { readonly [name: string]: string };
type ArgumentsOf<Table extends ArgumentTable> = {
  readonly [Name in keyof Table]: Table[Name] extends `[${string}...]`
    ? readonly string[]
    : Table[Name] extends `[${string}]`
      ? string | undefined
      : string;
};

/**
 * Defines a command from its arguments, options and action.
 * @example
 * defineCommand({
 *   name: 'actors show', parameters: 'ID [--json]', summary: 'show an actor',
 *   arguments: { id: 'ID' }, options: { json: flag('as JSON') },
 *   async run({ id }, { json }, context) { context.say(json === true ? JSON.stringify(id) : id); },
 * });
 */
export function defineCommand<const Arguments extends ArgumentTable, const Options extends OptionTable>(command: {
  readonly name: string;
  readonly parameters: string;
  readonly summary: string;
  readonly arguments: Arguments;
  readonly options: Options;
  run(taken: ArgumentsOf<Arguments>, values: ValuesOf<Options>, context: CommandContext): Promise<void>;
}): Command {
  const { name, parameters, summary } = command;
  const names = Object.keys(command.arguments);
  const parser = (context: CommandContext): Parser => {
    const made = new Parser(name.split(' ').at(-1)).description(summary).usage(parameters).configureHelp(OPTION_FORMS);
    for (const form of Object.values(command.arguments)) made.argument(form.startsWith('[') ? form : `<${form}>`);
    const options = Object.entries(command.options).map(([own, { takes, about, usual }]) => {
      const option = new Option(takes === null ? `--${own}` : `--${own} <${takes}>`, about);
      if (usual !== undefined) option.default(usual);
      made.addOption(option);
      return [own, option] as const;
    });
    const accepted = options.map(([own]) => `--${own}`);
    return made
      .allowExcessArguments()
      .configureOutput({ writeOut: (text) => context.say(text.trimEnd()), outputError: () => {} })
      .exitOverride((error) => {
        throw usageErrorOf(error, accepted);
      })
      .action(async () => {
        const given = made.opts<Readonly<Record<string, unknown>>>();
        for (const [, option] of options) {
          const value = given[option.attributeName()];
          if (typeof value === 'string' && accepted.includes(value))
            throw new UsageError(`${option.flags.replaceAll(/[<>]/g, '').replace(' ', ' needs ')}, not ${value}`);
        }
        const extra = made.args[names.length];
        const last = Object.values(command.arguments).at(-1);
        if (extra !== undefined && last?.endsWith('...]') !== true)
          // An unexpected argument is not printed, because it may be a URL with a password.
          throw new UsageError(names.length === 0 ? 'it accepts options only' : `unexpected argument "${extra}"`);
        const taken = Object.fromEntries(names.map((own, i) => [own, made.processedArgs[i]]));
        const values = Object.fromEntries(options.map(([own, option]) => [own, given[option.attributeName()]]));
        // The casts are safe, because Commander has parsed the values according to the same tables from which the types `ArgumentsOf` and
        // `ValuesOf` are derived.
        await command.run(taken as ArgumentsOf<Arguments>, values as ValuesOf<Options>, context);
      });
  };
  return {
    ...{ name, parameters, summary, parser },
    async run(args, context) {
      try {
        await parser(context).parseAsync([...args], { from: 'user' });
      } catch (error) {
        // After Commander has printed the help text, it throws an error with exit code 0. The error is ignored here.
        if (error instanceof CommanderError && error.exitCode === 0) return;
        throw error;
      }
    },
  };
}
