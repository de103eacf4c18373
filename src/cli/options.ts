import type { HelpConfiguration } from 'commander';

/** An option of a command: `takes` names what comes after it, null for one that is there or not; `usual` is its value when it is not there. */
export type OptionSpec = { readonly takes: string | null; readonly about: string; readonly usual?: string };

/** By their names, without the dashes. */
export type OptionTable = { readonly [name: string]: OptionSpec };

export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly takes: null }
    ? boolean | undefined
    : Table[Name] extends { readonly usual: string }
      ? string
      : string | undefined;
};

export function flag(about: string): { readonly takes: null; readonly about: string } {
  return { takes: null, about };
}

export function text(takes: string, about: string): { readonly takes: string; readonly about: string };
export function text(
  takes: string,
  about: string,
  usual: string,
): { readonly takes: string; readonly about: string; readonly usual: string };
export function text(takes: string, about: string, usual?: string): OptionSpec {
  return usual === undefined ? { takes, about } : { takes, about, usual };
}

/** In the help an option reads as in our texts: `--limit N`. */
export const OPTION_FORMS: HelpConfiguration = {
  optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ''),
};

export const JSON_OPTION = { json: flag('the result as JSON on standard output') };

export const STORE_OPTION = { store: text('ADDRESS', 'a store (sqlite:PATH, mongodb://...); else that of the settings') };

const NODE_OPTIONS = {
  url: text('URL', 'a running node, by its own address'),
  token: text('TOKEN', "an operator's token for that node; else that of the settings"),
};

/** Options of every command that asks a running node. */
export const REACH_OPTIONS = { ...NODE_OPTIONS, ...JSON_OPTION };

/** Options of every command that works on actors: in a store, or through a running node. */
export const PLACE_OPTIONS = { ...STORE_OPTION, ...REACH_OPTIONS };

export const YES_OPTION = { yes: flag('do it without asking') };
