import type { BatchItem, DcaBatchContext, SealedBatch } from './context.ts';

/** The most items in one batch: under the vault's own limit of 32, and a share of a block that miners still like to take. */
export const MAX_BATCH_ITEMS = 20;
/** The most gas that one batch's items may reserve together. */
export const MAX_BATCH_GAS = 15_000_000;
/** What the vault keeps beside an item's own limit: `ITEM_RESERVE_GAS` of DcaVault.sol. */
const ITEM_RESERVE_GAS = 260_000;
/** The most items that wait for the next batch: the record is written whole with each one. */
export const MAX_WAITING_ITEMS = 100;
/** The most of these that may be one wallet's: room for others is left. */
const MAX_WAITING_OF_WALLET = 60;
const SETTLED_KEYS_KEPT = 128;

/** Whether this key is in a batch, or was in one lately. */
export function knowsItem(context: DcaBatchContext, itemKey: string): boolean {
  return (
    context.settledKeys.includes(itemKey) ||
    context.gathering.some((item) => item.itemKey === itemKey) ||
    (context.sealed?.items.some((item) => item.itemKey === itemKey) ?? false)
  );
}

/** Whether one more item of this wallet may wait. */
export function hasRoomFor({ gathering }: DcaBatchContext, wallet: string): boolean {
  return gathering.length < MAX_WAITING_ITEMS && gathering.filter((item) => item.wallet === wallet).length < MAX_WAITING_OF_WALLET;
}

/** Whether what is gathered fills a batch, so that waiting longer gains nothing. */
export function isFull(gathering: readonly BatchItem[]): boolean {
  return countThatFit(gathering) < gathering.length || gathering.length >= MAX_BATCH_ITEMS;
}

/** Seals those whose turn it is and that fit together; the others wait for the next batch. */
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

/** Every wallet's oldest first, then every wallet's second, and so on: a hundred orders of one delay those of others by one. */
function inTurns(gathering: readonly BatchItem[]): readonly BatchItem[] {
  const counts = new Map<string, number>();
  const placed = gathering.map((item) => {
    const turn = counts.get(item.wallet) ?? 0;
    counts.set(item.wallet, turn + 1);
    return { item, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn).map(({ item }) => item);
}

/** What is left of a batch that is over. */
export function dropSealed(context: DcaBatchContext): Pick<DcaBatchContext, 'sealed' | 'outcome' | 'settledKeys'> {
  const settled = context.sealed?.items.map((item) => item.itemKey) ?? [];
  return { sealed: null, outcome: null, settledKeys: [...context.settledKeys, ...settled].slice(-SETTLED_KEYS_KEPT) };
}

/** How many of the first items go together: one vault, one order of a position, and the limits above. At least one. */
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
