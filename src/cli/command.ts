import { CommanderError, Option, Command as Parser } from 'commander';
import type { Config } from '../config.ts';
import { OPTION_FORMS, type OptionTable, type ValuesOf } from './options.ts';
import { UsageError, usageErrorOf } from './usage-error.ts';

/** What a command gets beside its arguments. */
export type CommandContext = {
  /** Writes a line to stdout. */
  say(line: string): void;
  /** Asks the user for a yes or no; null when nobody can be asked. */
  ask(question: string): Promise<boolean | null>;
  /** Where the user stands: file names in arguments are relative to it. */
  readonly folder: string;
  /** Reads and checks the settings. @throws ConfigError */
  config(): Config;
};

/**
 * One command, in a file of its own under `commands/`, and in the list in `all-commands.ts`. What `run` throws ends it: a `UsageError` with exit
 * code 2 and the usage, an error of ours with its message and exit code 1, anything else with its stack and 1.
 */
export type Command = {
  /** The words that call it: `devnet price`. */
  readonly name: string;
  /** Its arguments and its own options, for the help: `SYMBOL USD`. */
  readonly parameters: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** As a command of commander, which reads the arguments, says what is wrong with them, and makes the help. */
  parser(context: CommandContext): Parser;
  run(args: readonly string[], context: CommandContext): Promise<void>;
};

/** `ID` must be there, `[ID]` may be, `[ID...]` may be there many times. */
type ArgumentTable = { readonly [name: string]: string };
type ArgumentsOf<Table extends ArgumentTable> = {
  readonly [Name in keyof Table]: Table[Name] extends `[${string}...]`
    ? readonly string[]
    : Table[Name] extends `[${string}]`
      ? string | undefined
      : string;
};

/**
 * A command out of what it takes and what it does.
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
          // Not repeated to the user where nothing is taken: it may be an address with a password.
          throw new UsageError(names.length === 0 ? 'it takes options only' : `it does not know what to do with "${extra}"`);
        const taken = Object.fromEntries(names.map((own, i) => [own, made.processedArgs[i]]));
        const values = Object.fromEntries(options.map(([own, option]) => [own, given[option.attributeName()]]));
        // Commander has read them by the very tables that their types are made of.
        await command.run(taken as ArgumentsOf<Arguments>, values as ValuesOf<Options>, context);
      });
  };
  return {
    ...{ name, parameters, summary, parser },
    async run(args, context) {
      try {
        await parser(context).parseAsync([...args], { from: 'user' });
      } catch (error) {
        // The help was asked for, and is written.
        if (error instanceof CommanderError && error.exitCode === 0) return;
        throw error;
      }
    },
  };
}
