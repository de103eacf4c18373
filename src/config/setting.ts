import type { ChainsOfSettings } from './read-chains.ts';
import type { SettingReader } from './setting-reader.ts';

/** A line of `.env.example`, with what stands above it. */
export type SettingLine = {
  /** `RPC_<chainId>` for one that each chain has. */
  readonly name: string;
  /** What stands behind the `=`: the default, or an example of one that has none. */
  readonly shown: string;
  /** Whether `shown` is the default. One that is not is shown behind a `#`. */
  readonly isDefault: boolean;
  /** What it means, in plain text. Lines one after the other that share it are shown under it together. */
  readonly doc: string;
};

/** One setting; several lines where they mean something together alone. */
export type Setting<T> = {
  readonly lines: readonly SettingLine[];
  /** Wrong ones are told to the reader, and give what is never used. */
  read(reader: SettingReader, chains: ChainsOfSettings): T;
  /** For `coxswain config` and the log: never a secret. */
  say(value: NoInfer<T>): string;
  /** What is called by that name there; otherwise the name of the first line. */
  readonly label?: string;
  /** Texts that must never be written to a log. */
  secretsIn?(value: NoInfer<T>): readonly string[];
};

/** For one that is of none of the kinds in `kinds.ts`. */
export function setting<T>(one: Setting<T>): Setting<T> {
  return one;
}

/** The settings of one module, or of the process itself: data, with nothing behind it. */
export type SettingGroup<T> = {
  /** The module that they are handed to. */
  readonly of: string;
  /** Their heading in `.env.example` and on the page of settings. */
  readonly title: string;
  readonly intro?: string;
  readonly settings: { readonly [Name in keyof T]: Setting<T[Name]> };
  /** What several of them must have in common. */
  check?(values: NoInfer<T>, reader: SettingReader): void;
};

/** A group whose values nobody looks at by name: one of a list. */
export type AnySettingGroup = SettingGroup<{ readonly [name: string]: unknown }>;

/** What a group compiles to. */
export type ValuesOf<Group> = Group extends SettingGroup<infer T> ? T : never;

export function defineSettings<T extends { readonly [name: string]: unknown }>(group: SettingGroup<T>): SettingGroup<T> {
  return group;
}
