import type { Address } from '../../src/values/address.ts';
import type { BatchItem, SealedBatch } from '../../src/values/dca-batch.ts';
import type { DcaBatchContext } from './context.ts';

/** Most items in one batch: below the vault's limit of 32, and small enough that miners include the transaction. */
export const MAX_BATCH_ITEMS = 20;
/** Most gas that the items of one batch may reserve together. */
export const MAX_BATCH_GAS = 15_000_000;
/** Gas that the vault reserves in addition to an item's own limit: `ITEM_RESERVE_GAS` of DcaVault.sol. */
const ITEM_RESERVE_GAS = 260_000;
/** Most items that wait for the next batch. Bounded because each new item rewrites the whole record. */
export const MAX_WAITING_ITEMS = 100;
/** Most waiting items of one wallet, so that other wallets can always add some. */
const MAX_WAITING_OF_WALLET = 60;
const SETTLED_KEYS_KEPT = 128;

/** Whether an item with this key is gathered, in the sealed batch, or was in a recent batch. */
export function knowsItem(context: DcaBatchContext, itemKey: string): boolean {
  return (
    context.settledKeys.includes(itemKey) ||
    context.gathering.some((item) => item.itemKey === itemKey) ||
    (context.sealed?.items.some((item) => item.itemKey === itemKey) ?? false)
  );
}

/** Whether the next batch accepts one more item of this wallet. */
export function hasRoomFor({ gathering }: DcaBatchContext, wallet: Address): boolean {
  return gathering.length < MAX_WAITING_ITEMS && gathering.filter((item) => item.wallet === wallet).length < MAX_WAITING_OF_WALLET;
}

/** Whether the gathered items fill a batch, so that waiting longer gains nothing. */
export function isFull(gathering: readonly BatchItem[]): boolean {
  return countThatFit(gathering) < gathering.length || gathering.length >= MAX_BATCH_ITEMS;
}

/** Seals the next batch: items in the wallets' turns, as many as fit. The others wait for the batch after it. */
export function sealNext(context: DcaBatchContext): Pick<DcaBatchContext, 'sealed' | 'gathering' | 'batchNo'> {
  const fitsAll = countThatFit(context.gathering) === context.gathering.length;
  const gathering = fitsAll ? context.gathering : inTurns(context.gathering);
  const [first] = gathering;
  if (first === undefined) return { sealed: null, gathering: [], batchNo: context.batchNo };
  const batchNo = context.batchNo + 1;
  const items = gathering.slice(0, countThatFit(gathering));
  const sealed: SealedBatch = { id: `${context.key}/${batchNo}`, vault: first.vault, items };
  return { sealed, gathering: gathering.slice(items.length), batchNo };
}

/**
 * Orders items by turns: every wallet's oldest first, then every wallet's second, and so on. A hundred orders of one wallet delay another
 * wallet's order by only one.
 */
function inTurns(gathering: readonly BatchItem[]): readonly BatchItem[] {
  const counts = new Map<string, number>();
  const placed = gathering.map((item) => {
    const turn = counts.get(item.wallet) ?? 0;
    counts.set(item.wallet, turn + 1);
    return { item, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn).map(({ item }) => item);
}

/** Removes a finished batch and remembers its item keys. */
export function dropSealed(context: DcaBatchContext): Pick<DcaBatchContext, 'sealed' | 'outcome' | 'settledKeys'> {
  const settled = context.sealed?.items.map((item) => item.itemKey) ?? [];
  return { sealed: null, outcome: null, settledKeys: [...context.settledKeys, ...settled].slice(-SETTLED_KEYS_KEPT) };
}

/** Counts how many of the first items fit into one batch: one vault, at most one order per position, and the limits above. At least one. */
function countThatFit(gathering: readonly BatchItem[]): number {
  const vault = gathering[0]?.vault;
  const positions = new Set<string>();
  let gas = 0;
  let count = 0;
  for (const item of gathering) {
    const position = `${item.wallet}/${item.positionId}`;
    gas += Math.ceil((Number(item.order?.gasLimit ?? 0) * 64) / 63) + ITEM_RESERVE_GAS;
    const fits = count < MAX_BATCH_ITEMS && item.vault === vault && !positions.has(position) && gas <= MAX_BATCH_GAS;
    if (count > 0 && !fits) break;
    positions.add(position);
    count += 1;
  }
  return count;
}
