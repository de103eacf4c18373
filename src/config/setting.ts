import type { ChainsOfSettings } from './read-chains.ts';
import type { SettingReader } from './setting-reader.ts';

/** A line of `.env.example`, and the comment above the line. */
export type SettingLine = {
  /** Name of the setting; for a setting per chain with a placeholder: `RPC_<chainId>`. */
  readonly name: string;
  /** The text after `=` in `.env.example`: the setting's default, or an example when there is no default. */
  readonly shown: string;
  /** Whether `shown` is the setting's default. Otherwise it is an example, and is shown after `#`. */
  readonly isDefault: boolean;
  /** Explains the setting in plain text. Consecutive lines of `.env.example` with the same text share one comment. */
  readonly doc: string;
};

/** One setting. It has several lines in `.env.example` if it consists of several environment variables that must be set together. */
export type Setting<T> = {
  readonly lines: readonly SettingLine[];
  /** Reads the setting's value from the environment. Problems are reported to the reader; the returned value is then never used. */
  read(reader: SettingReader, chains: ChainsOfSettings): T;
  /** Formats the setting's value for `coxswain config` and the log, without secrets. */
  say(value: NoInfer<T>): string;
  /** Name of the setting in descriptions of its value; by default the name in its first line of `.env.example`. */
  readonly label?: string;
  /** Returns the parts of the setting's value that must never be logged. */
  secretsIn?(value: NoInfer<T>): readonly string[];
};

/** Declares a setting of a kind for which `kinds.ts` has no function. */
export function setting<T>(one: Setting<T>): Setting<T> {
  return one;
}

/** The declarations of the settings of one module, or of the process itself. */
export type SettingGroup<T> = {
  /** Name of the module that receives the values of these settings. */
  readonly of: string;
  /** Heading of the group of settings in `.env.example` and on the settings page. */
  readonly title: string;
  readonly intro?: string;
  readonly settings: { readonly [Name in keyof T]: Setting<T[Name]> };
  /** Checks the rules that involve several settings of the group, and reports each violated rule to the reader. */
  check?(values: NoInfer<T>, reader: SettingReader): void;
};

/** A group of settings whose value types are not known, for lists of all groups. */
export type AnySettingGroup = SettingGroup<{ readonly [name: string]: unknown }>;

/** Type of the values of a group of settings, derived from the group's declaration. */
export type ValuesOf<Group> = Group extends SettingGroup<infer T> ? T : never;

export function defineSettings<T extends { readonly [name: string]: unknown }>(group: SettingGroup<T>): SettingGroup<T> {
  return group;
}
