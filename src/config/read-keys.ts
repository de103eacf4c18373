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

/** The order of the secp256k1 curve. A private key is at least 1 and less than the order. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Reads `<NAME>` and `<NAME>_<chainId>`. A key of the well-known test mnemonic is refused on every chain but 31337: for a chain's own key
 * on that chain, for the default key on each chain with an RPC and without its own key.
 */
export function readKeys(reader: SettingReader, name: string, chainIds: readonly number[]): SigningKeys {
  const byChain: Record<number, PrivateKey> = {};
  for (const { name: setting, chainId, value } of reader.perChain(`${name}_`)) {
    const key = parseKey(reader, setting, value);
    if (key === undefined) continue;
    if (chainId !== DEVNET_CHAIN_ID) refuseTestKey(reader, setting, key, [chainId]);
    byChain[chainId] = key;
  }
  const text = reader.text(name);
  const fallback = text === undefined ? undefined : parseKey(reader, name, text);
  if (fallback !== undefined) {
    const used = chainIds.filter((chainId) => chainId !== DEVNET_CHAIN_ID && byChain[chainId] === undefined);
    if (used.length > 0) refuseTestKey(reader, name, fallback, used);
  }
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
