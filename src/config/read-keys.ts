import { readFileSync } from 'node:fs';
import { DEVNET_CHAIN_ID } from '../values/chain-ids.ts';
import { parseSigningKey, type SigningKeyText } from '../values/signing-key.ts';
import type { SettingReader } from './setting-reader.ts';
import { TEST_MNEMONIC_KEYS } from './test-mnemonic-keys.ts';

const FILE = 'file:';
const ACCEPTED =
  "a private key (0x and 64 hex digits), file:PATH of a file with the key, or the URL of a signer with the key's address, such as https://signer.internal#0x...";

/** Signing keys by chain id. The keys of the devnet (chain 31337) are not included; that chain uses them by default. */
export type SigningKeys = {
  /** Signing key for every chain that has no entry in `byChain`. */
  readonly default: SigningKeyText | undefined;
  readonly byChain: Readonly<Record<number, SigningKeyText>>;
};

/** Signing keys by chain id, with one or more keys for each chain. The first key of a chain is its main key. */
export type SigningKeyLists = {
  /** Signing keys for every chain that has no entry in `byChain`. */
  readonly default: readonly SigningKeyText[];
  readonly byChain: Readonly<Record<number, readonly SigningKeyText[]>>;
};

/**
 * Reads the signing keys from `<NAME>` and `<NAME>_<chainId>`. A key of the public test mnemonic is refused on every chain but 31337. A key
 * that is set for one chain is checked for that chain. The default key is checked for every chain that has an RPC setting and no key of its
 * own.
 */
export function readKeys(reader: SettingReader, name: string, chainIds: readonly number[]): SigningKeys {
  const lists = readLists(reader, name, chainIds, (setting, text) => {
    const keys = parseEntry(reader, setting, text);
    if (keys.length > 1) reader.problem(setting, 'names a file with more than one key', 'a file with one key');
    return keys;
  });
  const byChain: Record<number, SigningKeyText> = {};
  for (const [chainId, [key]] of Object.entries(lists.byChain)) if (key !== undefined) byChain[Number(chainId)] = key;
  return { default: lists.default[0], byChain };
}

/** Reads `<NAME>` and `<NAME>_<chainId>` with one or more signing keys each, separated by commas. */
export function readKeyLists(reader: SettingReader, name: string, chainIds: readonly number[]): SigningKeyLists {
  return readLists(reader, name, chainIds, (setting, text) => {
    const keys = text.split(',').flatMap((one) => parseEntry(reader, setting, one.trim()));
    const isRepeated = keys.some((key, i) => key !== undefined && keys.indexOf(key) !== i);
    if (isRepeated) reader.problem(setting, 'contains the same key more than once', 'different keys, separated by commas');
    return keys;
  });
}

type Parse = (setting: string, text: string) => readonly (SigningKeyText | undefined)[];

function readLists(reader: SettingReader, name: string, chainIds: readonly number[], parse: Parse): SigningKeyLists {
  const keysIn: (...of: Parameters<Parse>) => readonly SigningKeyText[] = (...of) => parse(...of).filter((key) => key !== undefined);
  const byChain: Record<number, readonly SigningKeyText[]> = {};
  for (const { name: setting, chainId, value } of reader.perChain(`${name}_`)) {
    const keys = keysIn(setting, value);
    if (keys.length === 0) continue;
    if (chainId !== DEVNET_CHAIN_ID) for (const key of keys) refuseTestKey(reader, setting, key, [chainId]);
    byChain[chainId] = keys;
  }
  const text = reader.text(name);
  const fallback = text === undefined ? [] : keysIn(name, text);
  const used = chainIds.filter((chainId) => chainId !== DEVNET_CHAIN_ID && byChain[chainId] === undefined);
  if (used.length > 0) for (const key of fallback) refuseTestKey(reader, name, key, used);
  return { default: fallback, byChain };
}

/** Reads one entry of a key setting: a key, the URL of a signer, or `file:` and the path of a file with one key or URL per line. */
function parseEntry(reader: SettingReader, name: string, text: string): readonly (SigningKeyText | undefined)[] {
  if (!text.startsWith(FILE)) return [parseKey(reader, name, text)];
  const path = text.slice(FILE.length).replace(/^\/\/(?=\/)/, '');
  let lines: readonly string[];
  try {
    lines = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    reader.problem(name, `names a file that cannot be read: ${path} (${code})`, ACCEPTED);
    return [];
  }
  if (lines.length === 0) reader.problem(name, `names an empty file: ${path}`, ACCEPTED);
  return lines.map((line) => parseKey(reader, name, line));
}

function parseKey(reader: SettingReader, name: string, text: string): SigningKeyText | undefined {
  const parsed = parseSigningKey(text, { isHttpAllowed: reader.flag('SIGNER_URL_ALLOW_HTTP', { default: false }) });
  if ('key' in parsed) return parsed.key;
  reader.problem(name, parsed.problem, ACCEPTED);
  return undefined;
}

function refuseTestKey(reader: SettingReader, name: string, key: SigningKeyText, chainIds: readonly number[]): void {
  if (!TEST_MNEMONIC_KEYS.has(key)) return;
  const where = `chain${chainIds.length === 1 ? '' : 's'} ${chainIds.join(', ')}`;
  reader.problem(
    name,
    `is a key of the public test mnemonic, which anybody knows, and would sign on ${where}`,
    `a key of your own (test keys only on chain ${DEVNET_CHAIN_ID})`,
  );
}
