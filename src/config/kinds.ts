import { secretsInUrl } from '../values/secrets-in-url.ts';
import { remoteKeyOf, type SigningKeyText } from '../values/signing-key.ts';
import { readKeyLists, readKeys, type SigningKeyLists, type SigningKeys } from './read-keys.ts';
import { hostOf, listOr, setOrNot } from './say.ts';
import type { Setting, SettingLine } from './setting.ts';

type Shown = { readonly doc: string };

/** Builds a line of `.env.example` that shows the setting's default. */
export function lineOf(name: string, shown: string | number, doc: string): SettingLine {
  return { name, shown: String(shown), isDefault: true, doc };
}

/**
 * Builds a line of `.env.example` that shows an example after `#`. Such a line is used for a setting without a default, and for a setting
 * whose default depends on other settings.
 */
export function exampleOf(name: string, shown: string | number, doc: string): SettingLine {
  return { name, shown: String(shown), isDefault: false, doc };
}

/** Declares a setting that is a whole number. `onDevnet` is the default when the devnet is the only chain. */
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

/**
 * Declares a setting that is a decimal number of at least 0, stored as a string. `onDevnet` is the default when the devnet is the only
 * chain.
 */
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

/** Declares a setting that is a key or password. Its description shows only whether it is set. */
export function secret(name: string, { doc }: Shown): Setting<string | undefined> {
  return {
    lines: [exampleOf(name, '', doc)],
    read: (reader) => reader.text(name),
    say: setOrNot,
    secretsIn: (value) => (value === undefined ? [] : [value]),
  };
}

const HTTP = ['http:', 'https:'];

/**
 * Declares a setting that is the URL of an HTTP API. Its description shows only the host, because the rest of the URL often contains a key.
 */
export function httpUrl(name: string, rule: Shown & { readonly default: string }): Setting<string> {
  return {
    lines: [lineOf(name, rule.default, rule.doc)],
    read: (reader) => reader.url(name, HTTP) ?? rule.default,
    say: hostOf,
    secretsIn: secretsInUrl,
  };
}

/** Declares a setting that is the URL of an HTTP API, and that is not set by default. */
export function maybeHttpUrl(name: string, { example, doc }: Shown & { readonly example: string }): Setting<string | undefined> {
  return {
    lines: [exampleOf(name, example, doc)],
    read: (reader) => reader.url(name, HTTP),
    say: (url) => (url === undefined ? 'not set' : hostOf(url)),
    secretsIn: (url) => (url === undefined ? [] : secretsInUrl(url)),
  };
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?$/;

/** Declares a setting that is a list of hosts, as `name` or `name:port`. */
export function hosts(name: string, { example, doc }: Shown & { readonly example: string }): Setting<readonly string[]> {
  return {
    lines: [exampleOf(name, example, doc)],
    read(reader) {
      const list = reader.list(name).map((host) => host.toLowerCase());
      for (const host of list)
        if (!HOST.test(host)) reader.problem(name, `${JSON.stringify(host)} is not a host`, `hosts such as ${example}`);
      return list;
    },
    say: (list) => listOr(list, 'none'),
  };
}

/** Declares a setting with one or more signing keys for each chain, separated by commas. */
export function signingKeyLists(name: string, { doc }: Shown): Setting<SigningKeyLists> {
  return {
    lines: [exampleOf(name, '0x...', doc), exampleOf(`${name}_<chainId>`, '0x...', doc)],
    read: (reader, { chainIds }) => readKeyLists(reader, name, chainIds),
    say({ default: usual, byChain }) {
      const numberOf = ({ length }: readonly unknown[]) => (length === 1 ? 'set' : `${length} set`);
      const set = Object.entries(byChain).map(([chainId, keys]) => `${numberOf(keys)} for ${chainId}`);
      return listOr(usual.length === 0 ? set : [`default ${numberOf(usual)}`, ...set], 'none');
    },
    secretsIn: ({ default: usual, byChain }) => [...usual, ...Object.values(byChain).flat()].flatMap(secretsOfKey),
  };
}

/** Declares the settings of signing keys: `<NAME>` for all chains, `<NAME>_<chainId>` for one chain. */
export function signingKeys(name: string, { doc }: Shown): Setting<SigningKeys> {
  return {
    lines: [exampleOf(name, '0x...', doc), exampleOf(`${name}_<chainId>`, '0x...', doc)],
    read: (reader, { chainIds }) => readKeys(reader, name, chainIds),
    say(keys) {
      const set = Object.keys(keys.byChain).map((chainId) => `set for ${chainId}`);
      return listOr(keys.default === undefined ? set : ['default set', ...set], 'none');
    },
    secretsIn: ({ default: usual, byChain }) => [...(usual === undefined ? [] : [usual]), ...Object.values(byChain)].flatMap(secretsOfKey),
  };
}

/**
 * Returns the secret texts of a signing key: a private key itself, or the parts of a signer's URL that may be secret. The signer's address
 * is not secret.
 */
function secretsOfKey(key: SigningKeyText): readonly string[] {
  const remote = remoteKeyOf(key);
  return remote === null ? [key] : secretsInUrl(remote.url);
}
