import type { ChainsOfSettings } from './read-chains.ts';
import type { SettingReader } from './setting-reader.ts';

/** A line of `.env.example`, and the comment above it. */
export type SettingLine = {
  /** Name of the setting; `RPC_<chainId>` for a setting per chain. */
  readonly name: string;
  /** The text after `=`: the default, or an example where there is no default. */
  readonly shown: string;
  /** Whether `shown` is the default. If not, it is an example and is shown after `#`. */
  readonly isDefault: boolean;
  /** Explains the setting in plain text. Consecutive lines with the same text share one comment. */
  readonly doc: string;
};

/** One setting. It has several lines if several variables only make sense together. */
export type Setting<T> = {
  readonly lines: readonly SettingLine[];
  /** Reads the setting's value. Problems are reported to the reader, and the value is then never used. */
  read(reader: SettingReader, chains: ChainsOfSettings): T;
  /** Formats the setting's value for `coxswain config` and the log, without secrets. */
  say(value: NoInfer<T>): string;
  /** Name of the setting in descriptions; defaults to the name of the first line. */
  readonly label?: string;
  /** Returns the parts of the setting's value that must never be logged. */
  secretsIn?(value: NoInfer<T>): readonly string[];
};

/** Declares a setting that fits no kind in `kinds.ts`. */
export function setting<T>(one: Setting<T>): Setting<T> {
  return one;
}

/** The settings of one module, or of the process itself. Pure data that imports nothing. */
export type SettingGroup<T> = {
  /** Name of the module that receives the values. */
  readonly of: string;
  /** Heading of the group in `.env.example` and on the settings page. */
  readonly title: string;
  readonly intro?: string;
  readonly settings: { readonly [Name in keyof T]: Setting<T[Name]> };
  /** Checks rules that involve several settings. */
  check?(values: NoInfer<T>, reader: SettingReader): void;
};

/** A group in a list of groups, whose values are not accessed by name. */
export type AnySettingGroup = SettingGroup<{ readonly [name: string]: unknown }>;

/** The type of a group's compiled values. */
export type ValuesOf<Group> = Group extends SettingGroup<infer T> ? T : never;

export function defineSettings<T extends { readonly [name: string]: unknown }>(group: SettingGroup<T>): SettingGroup<T> {
  return group;
}
