import type { Config } from '../config.ts';

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
 * One command, in a file of its own under `commands/`, and in the list in `main.ts`. What `run` throws ends it: a `UsageError` with exit
 * code 2 and the usage, an error of ours with its message and exit code 1, anything else with its stack and 1.
 */
export type Command = {
  /** The words that call it: `devnet price`. */
  readonly name: string;
  /** Its arguments, for the help: `SYMBOL USD`. */
  readonly parameters: string;
  /** What it does, in one line. */
  readonly summary: string;
  run(args: readonly string[], context: CommandContext): Promise<void>;
};
