import { DEVNET_CHAIN_ID } from '../values/chain-ids.ts';
import type { SettingReader } from './setting-reader.ts';
import { TEST_MNEMONIC_KEYS } from './test-mnemonic-keys.ts';

/** A private key: 0x and 64 lowercase hex digits. Never logged, never shown. */
export type PrivateKey = `0x${string}`;

/** The signing keys by chain. The devnet's keys are not included; chain 31337 uses them by default. */
export type SigningKeys = {
  /** The key of every chain that `byChain` does not list. */
  readonly default: PrivateKey | undefined;
  readonly byChain: Readonly<Record<number, PrivateKey>>;
};

/** The same with several keys for a chain, of which the first is the main one. */
export type SigningKeyLists = {
  /** The keys of every chain that `byChain` does not list. */
  readonly default: readonly PrivateKey[];
  readonly byChain: Readonly<Record<number, readonly PrivateKey[]>>;
};

/** The order of the secp256k1 curve. A private key is at least 1 and less than the order. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Reads `<NAME>` and `<NAME>_<chainId>`. A key of the well-known test mnemonic is refused on every chain but 31337: for a chain's own key
 * on that chain, for the default key on each chain with an RPC and without its own key.
 */
export function readKeys(reader: SettingReader, name: string, chainIds: readonly number[]): SigningKeys {
  const lists = readLists(reader, name, chainIds, (setting, text) => [parseKey(reader, setting, text)]);
  const byChain: Record<number, PrivateKey> = {};
  for (const [chainId, [key]] of Object.entries(lists.byChain)) if (key !== undefined) byChain[Number(chainId)] = key;
  return { default: lists.default[0], byChain };
}

/** Reads the same settings with one or more keys each, separated by commas. */
export function readKeyLists(reader: SettingReader, name: string, chainIds: readonly number[]): SigningKeyLists {
  return readLists(reader, name, chainIds, (setting, text) => {
    const keys = text.split(',').map((one) => parseKey(reader, setting, one.trim()));
    const isRepeated = keys.some((key, i) => key !== undefined && keys.indexOf(key) !== i);
    if (isRepeated) reader.problem(setting, 'has the same key more than once', 'different keys, separated by commas');
    return keys;
  });
}

type Parse = (setting: string, text: string) => readonly (PrivateKey | undefined)[];

function readLists(reader: SettingReader, name: string, chainIds: readonly number[], parse: Parse): SigningKeyLists {
  const keysIn: (...of: Parameters<Parse>) => readonly PrivateKey[] = (...of) => parse(...of).filter((key) => key !== undefined);
  const byChain: Record<number, readonly PrivateKey[]> = {};
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

function parseKey(reader: SettingReader, name: string, text: string): PrivateKey | undefined {
  const hex = text.toLowerCase().replace(/^0x/, '');
  if (/^[0-9a-f]{64}$/.test(hex)) {
    const number = BigInt(`0x${hex}`);
    if (number > 0n && number < CURVE_ORDER) return `0x${hex}`;
  }
  // The value is not shown: it may be a real key with a typing error.
  reader.problem(name, 'is not a private key', '0x and 64 hex digits');
  return undefined;
}

function refuseTestKey(reader: SettingReader, name: string, key: PrivateKey, chainIds: readonly number[]): void {
  if (!TEST_MNEMONIC_KEYS.has(key)) return;
  const where = `chain${chainIds.length === 1 ? '' : 's'} ${chainIds.join(', ')}`;
  reader.problem(
    name,
    `is a key of the well-known test mnemonic, and would sign on ${where}`,
    `a key of your own (test keys only on chain ${DEVNET_CHAIN_ID})`,
  );
}
