import type { Batch, BatchOutcome } from '../../src/values/batch.ts';

export type BatchContext<TItem> = {
  /** The actor's key, and a part of its batch ids. */
  readonly key: string;
  readonly chainId: number;
  /** Key of the gatherer whose batches it takes over; missing in a gatherer. */
  readonly laneOf?: string | undefined;
  readonly gathering: readonly TItem[];
  readonly sealed: Batch<TItem> | null;
  readonly outcome: BatchOutcome | null;
  /** Number of batches sealed so far; in a lane, the number of the last batch that it took. */
  readonly batchNo: number;
  /** Number of the batch whose time to gather is running or over. Missing when nothing was gathered yet. */
  readonly windowNo?: number | undefined;
  /** True once the time to gather is over, and no lane was free. */
  readonly isWindowOver?: boolean | undefined;
  /** The batches that other actors took over. Missing: none. */
  readonly lanes?: readonly BusyLane[] | undefined;
  /** Keys of items whose batch is finished, newest last: a late repeat of such an item is ignored. */
  readonly ended: readonly EndedItems[];
  /** Keys that were withdrawn before their item came. Missing: none. */
  readonly forbidden?: readonly { readonly itemKey: string; readonly atMs: number }[] | undefined;
  /** Set within a step only: items whose actors could not be told, with what they have to be told. */
  readonly untold?: { readonly batch: Batch<TItem>; readonly outcome: BatchOutcome } | undefined;
};

export type BusyLane = { readonly lane: number; readonly batchId: string; readonly itemKeys: readonly string[] };
export type EndedItems = { readonly atMs: number; readonly itemKeys: readonly string[] };

export type BatchInput = { readonly key: string; readonly chainId: number; readonly laneOf?: string | undefined };

export function firstContext<TItem>(input: BatchInput): BatchContext<TItem> {
  return { ...input, gathering: [], sealed: null, outcome: null, batchNo: 0, ended: [] };
}
