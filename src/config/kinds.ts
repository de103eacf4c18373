import { secretsInUrl } from '../values/secrets-in-url.ts';
import { readKeys, type SigningKeys } from './read-keys.ts';
import { hostOf, listOr, setOrNot } from './say.ts';
import type { Setting, SettingLine } from './setting.ts';

type Shown = { readonly doc: string };

/** A line with the default that it shows. */
export function lineOf(name: string, shown: string | number, doc: string): SettingLine {
  return { name, shown: String(shown), isDefault: true, doc };
}

/** A line with an example behind `#`: there is no default, or it depends on others. */
export function exampleOf(name: string, shown: string | number, doc: string): SettingLine {
  return { name, shown: String(shown), isDefault: false, doc };
}

/** A whole number. With `onDevnet` its default is another one where the devnet is the only chain. */
export function integer(
  name: string,
  rule: Shown & { readonly default: number; readonly min: number; readonly max: number; readonly onDevnet?: number },
): Setting<number> {
  const { default: usual, onDevnet = usual, min, max, doc } = rule;
  return {
    lines: [onDevnet === usual ? lineOf(name, usual, doc) : exampleOf(name, usual, doc)],
    read: (reader, { isDevnetOnly }) => reader.integer(name, { default: isDevnetOnly ? onDevnet : usual, min, max }),
    say: String,
  };
}

/** A decimal number of at least 0, kept as text. `onDevnet` as for `integer`. */
export function decimal(name: string, rule: Shown & { readonly default: string; readonly onDevnet?: string }): Setting<string> {
  const { default: usual, onDevnet, doc } = rule;
  return {
    lines: [onDevnet === undefined ? lineOf(name, usual, doc) : exampleOf(name, usual, doc)],
    read: (reader, { isDevnetOnly }) => reader.decimal(name, { default: isDevnetOnly ? (onDevnet ?? usual) : usual }),
    say: String,
  };
}

export function flag(name: string, rule: Shown & { readonly default: boolean }): Setting<boolean> {
  return {
    lines: [lineOf(name, rule.default ? 1 : 0, rule.doc)],
    read: (reader) => reader.flag(name, rule),
    say: (isOn) => (isOn ? 'on' : 'off'),
  };
}

export function choice<const T extends string>(
  name: string,
  rule: Shown & { readonly default: T; readonly accepted: readonly T[] },
): Setting<T> {
  return { lines: [lineOf(name, rule.default, rule.doc)], read: (reader) => reader.choice(name, rule), say: String };
}

export function text(name: string, rule: Shown & { readonly default: string }): Setting<string> {
  return { lines: [lineOf(name, rule.default, rule.doc)], read: (reader) => reader.text(name) ?? rule.default, say: String };
}

/** A key, a password: only that it is set is ever told. */
export function secret(name: string, { doc }: Shown): Setting<string | undefined> {
  return {
    lines: [exampleOf(name, '', doc)],
    read: (reader) => reader.text(name),
    say: setOrNot,
    secretsIn: (value) => (value === undefined ? [] : [value]),
  };
}

const HTTP = ['http:', 'https:'];

/** Where something is asked for over HTTP. Its host is told, the rest of it often holds a key. */
export function httpUrl(name: string, rule: Shown & { readonly default: string }): Setting<string> {
  return {
    lines: [lineOf(name, rule.default, rule.doc)],
    read: (reader) => reader.url(name, HTTP) ?? rule.default,
    say: hostOf,
    secretsIn: secretsInUrl,
  };
}

/** The keys that sign for something: `<NAME>` for all chains, `<NAME>_<chainId>` for one. */
export function signingKeys(name: string, { doc }: Shown): Setting<SigningKeys> {
  return {
    lines: [exampleOf(name, '0x...', doc), exampleOf(`${name}_<chainId>`, '0x...', doc)],
    read: (reader, { chainIds }) => readKeys(reader, name, chainIds),
    say(keys) {
      const set = Object.keys(keys.byChain).map((chainId) => `set for ${chainId}`);
      return listOr(keys.default === undefined ? set : ['default set', ...set], 'none');
    },
    secretsIn: ({ default: usual, byChain }) => [...(usual === undefined ? [] : [usual]), ...Object.values(byChain)],
  };
}
