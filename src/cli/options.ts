import type { HelpConfiguration } from 'commander';

/**
 * A command line option. `takes` is the placeholder of its value in the help, or null for an option without a value; `usual` is the default
 * value.
 */
export type OptionSpec = { readonly takes: string | null; readonly about: string; readonly usual?: string };

/** Command line options by their names without dashes. */
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

/** Formats options in the help as in the documentation: `--limit N`. */
export const OPTION_FORMS: HelpConfiguration = {
  optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ''),
};

export const JSON_OPTION = { json: flag('print the result as JSON') };

export const STORE_OPTION = {
  store: text('ADDRESS', 'the store to use (sqlite:PATH, mongodb://...); default: the store that the settings name'),
};

const NODE_OPTIONS = {
  url: text('URL', 'address of a running node'),
  token: text('TOKEN', 'operator token for the node; default: the token of the settings'),
};

/** Options that every command for a running node has. */
export const REACH_OPTIONS = { ...NODE_OPTIONS, ...JSON_OPTION };

/** Options that every command for actors in a store or on a running node has. */
export const PLACE_OPTIONS = { ...STORE_OPTION, ...REACH_OPTIONS };

export const YES_OPTION = { yes: flag('do not ask for confirmation') };
