import type { Address } from '../../src/values/address.ts';
import type { Batch, BatchedItem } from '../../src/values/batch.ts';
import type { BatchContext, EndedItems } from './context.ts';
import type { BatchTraits } from './traits.ts';

/** Maximum sum of the gas limits of the items of one batch, in gas units. */
export const MAX_BATCH_GAS = 15_000_000;
/** Maximum number of calldata bytes of one batch. Nodes reject transactions of more than 128 KB. */
export const MAX_BATCH_BYTES = 100_000;
/** Number of calldata bytes that one batch item needs in addition to its route. */
const ITEM_BYTES = 640;
/**
 * Maximum number of items that can wait for the next batch. It is limited because each new item rewrites the actor's whole stored record.
 */
export const MAX_WAITING_ITEMS = 100;
/**
 * Maximum number of items of one wallet that can wait for the next batch, so that one wallet cannot use up the whole limit of waiting
 * items.
 */
const MAX_WAITING_OF_WALLET = 60;
/** How long the keys of finished items are kept, in ms, to recognize items that are sent again. */
const ENDED_KEPT_MS = 10 * 60_000;
/** Maximum number of finished batch items whose keys are kept. */
const ENDED_KEPT = 640;
/** Number of exits (protective sells) per wallet that are sent before all buys. Further exits of the wallet have no priority. */
const EXITS_AHEAD = 2;

/** Whether the batch actor already knows the item's key: such an item waits, is in a batch in progress, or was in a recent batch. */
export function knowsItem<TItem extends BatchedItem>(context: BatchContext<TItem>, itemKey: string): boolean {
  const { gathering, sealed, lanes = [], ended } = context;
  return (
    gathering.some((item) => item.itemKey === itemKey) ||
    (sealed?.items.some((item) => item.itemKey === itemKey) ?? false) ||
    lanes.some(({ itemKeys }) => itemKeys.includes(itemKey)) ||
    ended.some(({ itemKeys }) => itemKeys.includes(itemKey))
  );
}

/** Returns the id of the batch in progress that contains the item with this key; null when no batch in progress contains it. */
export function batchOf<TItem extends BatchedItem>({ sealed, lanes = [] }: BatchContext<TItem>, itemKey: string): string | null {
  if (sealed?.items.some((item) => item.itemKey === itemKey)) return sealed.id;
  return lanes.find(({ itemKeys }) => itemKeys.includes(itemKey))?.batchId ?? null;
}

/** Whether one more item of this wallet is allowed to wait for the next batch. */
export function hasRoomFor<TItem extends BatchedItem>({ gathering }: BatchContext<TItem>, wallet: Address): boolean {
  return gathering.length < MAX_WAITING_ITEMS && gathering.filter((item) => item.wallet === wallet).length < MAX_WAITING_OF_WALLET;
}

/** Whether the waiting items fill a whole batch, so that waiting for more items gains nothing. */
export function isFull<TItem extends BatchedItem>(traits: BatchTraits<TItem>, gathering: readonly TItem[]): boolean {
  return countThatFit(traits, gathering) < gathering.length || gathering.length >= traits.mostItems;
}

/** The result of sealing a batch: the sealed batch, its number, and the waiting items that remain for a later batch. */
export type Sealing<TItem> = { readonly batch: Batch<TItem>; readonly batchNo: number; readonly left: readonly TItem[] };

/**
 * Builds the next batch from as many waiting items as fit. The items of different wallets are taken in turn. Returns null when no item
 * waits.
 */
export function nextBatch<TItem extends BatchedItem>(traits: BatchTraits<TItem>, context: BatchContext<TItem>): Sealing<TItem> | null {
  const fitsAll = countThatFit(traits, context.gathering) === context.gathering.length;
  const gathering = fitsAll ? context.gathering : inTurns(traits, context.gathering);
  const [first] = gathering;
  if (first === undefined) return null;
  const batchNo = context.batchNo + 1;
  const items = gathering.slice(0, countThatFit(traits, gathering));
  const id = `${traits.idPrefix}${context.key}/${batchNo}`;
  return { batch: { id, vault: first.vault, items }, batchNo, left: gathering.slice(items.length) };
}

/** Returns the items that have waited so long that a transaction with them could be mined only after their routes have expired. */
export function staleItems<TItem extends BatchedItem>(
  { mostWaitMs }: BatchTraits<TItem>,
  { gathering }: BatchContext<TItem>,
  atMs: number,
): readonly TItem[] {
  return gathering.filter(({ addedAtMs = atMs }) => atMs - addedAtMs > mostWaitMs);
}

/**
 * Adds the keys of items that finished now, and drops old keys. A key whose time is in the future (because a record of an older version had
 * no correct time, or the clock was set back) is treated as added now.
 */
export function endedAfter(ended: readonly EndedItems[], itemKeys: readonly string[], atMs: number): readonly EndedItems[] {
  const recent = ended.flatMap((group) => {
    if (group.atMs > atMs) return [{ ...group, atMs }];
    return atMs - group.atMs <= ENDED_KEPT_MS ? [group] : [];
  });
  const all = [...recent, { atMs, itemKeys }];
  let count = all.reduce((sum, group) => sum + group.itemKeys.length, 0);
  return all.filter((group, index) => {
    if (count <= ENDED_KEPT || index === all.length - 1) return true;
    count -= group.itemKeys.length;
    return false;
  });
}

/**
 * Sorts items so that wallets take turns: first every wallet's oldest item, then every wallet's second-oldest item, and so on. So even if
 * one wallet has a hundred items, the oldest item of another wallet waits behind only one of them. The first exits (protective sells) of
 * each wallet come before all other items.
 */
function inTurns<TItem extends BatchedItem>({ isExit }: BatchTraits<TItem>, gathering: readonly TItem[]): readonly TItem[] {
  const exits = new Map<string, number>();
  const turns = new Map<string, number>();
  const placed = gathering.map((item) => {
    const exit = exits.get(item.wallet) ?? 0;
    if (isExit(item) && exit < EXITS_AHEAD) {
      exits.set(item.wallet, exit + 1);
      return { item, group: 0, turn: exit };
    }
    const turn = turns.get(item.wallet) ?? 0;
    turns.set(item.wallet, turn + 1);
    return { item, group: 1, turn };
  });
  return placed.sort((a, b) => a.group - b.group || a.turn - b.turn).map(({ item }) => item);
}

/**
 * Counts how many of the items, from the start of the list, fit into one batch. The items of a batch must belong to the same vault, must
 * all have different values of `apartBy`, and together must stay within the limits of gas and size. At least one item always fits.
 */
function countThatFit<TItem extends BatchedItem>(traits: BatchTraits<TItem>, gathering: readonly TItem[]): number {
  const vault = gathering[0]?.vault;
  const apart = new Set<string>();
  let [gas, bytes, count] = [0, 0, 0];
  for (const item of gathering) {
    const own = traits.apartBy(item);
    gas += Math.ceil((traits.gasLimitOf(item) * 64) / 63) + traits.reserveGas;
    bytes += traits.dataOf(item).length / 2 + ITEM_BYTES;
    const isSmall = gas <= MAX_BATCH_GAS && bytes <= MAX_BATCH_BYTES;
    const fits = count < traits.mostItems && item.vault === vault && !apart.has(own) && isSmall;
    if (count > 0 && !fits) break;
    apart.add(own);
    count += 1;
  }
  return count;
}
