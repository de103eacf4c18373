import { createHash } from 'node:crypto';
import type { Hex } from '../../../src/platform/chain/chain.ts';
import type { PositionKey, VaultItem } from '../../../src/platform/chain/dca-vault/dca-vault.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { type Hash, parseHash } from '../../../src/values/hash.ts';

// Encodes and decodes the calldata and signed bytes of the simulated chain. They are JSON in hex, which the service must treat as opaque
// bytes.

export type ExecutorCall =
  | { readonly kind: 'orders'; readonly items: readonly VaultItem[]; readonly deadlineSec: number }
  | { readonly kind: 'claims'; readonly keys: readonly PositionKey[]; readonly deadlineSec: number }
  | { readonly kind: 'trades'; readonly trades: readonly SimTrade[]; readonly deadlineSec: number };

/** A trade of an agent in the simulation. */
export type SimTrade = { readonly agentId: number; readonly tradeId: Hash };

export type SignedFields = { readonly nonce: number; readonly data: Hex; readonly maxFee: bigint };

export function encodeCall(call: ExecutorCall): Hex {
  return toHex(JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
}

/** Parses the calldata of a simulated transaction; returns null for a transaction without a call, such as a cancellation. */
export function parseCall(data: Hex): ExecutorCall | null {
  if (data === '0x') return null;
  const { kind, items = [], keys = [], trades = [], deadlineSec } = JSON.parse(fromHex(data));
  if (kind === 'trades') return { kind, trades, deadlineSec };
  if (kind === 'claims') return { kind, keys: keys.map(keyOf), deadlineSec };
  return { kind: 'orders', items: items.map(itemOf), deadlineSec };
}

export function encodeSigned({ nonce, data, maxFee }: SignedFields): { readonly raw: Hex; readonly hash: Hash } {
  const raw = toHex(JSON.stringify([nonce, String(maxFee), data]));
  return { raw, hash: hashOf(raw) };
}

export function parseSigned(raw: Hex): SignedFields & { readonly hash: Hash } {
  const [nonce, maxFee, data] = JSON.parse(fromHex(raw));
  return { nonce, maxFee: BigInt(maxFee), data, hash: hashOf(raw) };
}

export function hashOf(text: string): Hash {
  return parseHash(`0x${createHash('sha256').update(text).digest('hex')}`);
}

type Written = { readonly wallet: string; readonly positionId: number; readonly target: string; readonly spender: string };

function keyOf({ wallet, positionId }: Written): PositionKey {
  return { wallet: parseAddress(wallet), positionId };
}

function itemOf(written: Written & { orderIndex: number; data: Hex; amountOutMin: string; gasLimit: string }): VaultItem {
  const { target, spender, orderIndex, data, amountOutMin, gasLimit } = written;
  const call = { target: parseAddress(target), spender: parseAddress(spender), data };
  return { ...keyOf(written), ...call, orderIndex, amountOutMin: BigInt(amountOutMin), gasLimit: BigInt(gasLimit) };
}

function toHex(text: string): Hex {
  return `0x${Buffer.from(text).toString('hex')}`;
}

function fromHex(hex: Hex): string {
  return Buffer.from(hex.slice(2), 'hex').toString();
}
