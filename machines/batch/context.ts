import type { Batch, BatchOutcome } from '../../src/values/batch.ts';

export type BatchContext<TItem> = {
  /** The actor's key, which is also a part of its batch ids. */
  readonly key: string;
  readonly chainId: number;
  /** Key of the gatherer from which a lane takes over batches; missing in a gatherer. */
  readonly laneOf?: string | undefined;
  readonly gathering: readonly TItem[];
  readonly sealed: Batch<TItem> | null;
  readonly outcome: BatchOutcome | null;
  /** Number of batches sealed so far. In a lane, the number of the last batch that it took over. */
  readonly batchNo: number;
  /** Number of the batch whose gather window is running or over. Missing when nothing was gathered yet. */
  readonly windowNo?: number | undefined;
  /** True when the gather window is over, but no lane was free. */
  readonly isWindowOver?: boolean | undefined;
  /** The batches that other actors took over; missing when there are none. */
  readonly lanes?: readonly BusyLane[] | undefined;
  /** Keys of items whose batch is finished, newest last. A late repeat of such an item is ignored. */
  readonly ended: readonly EndedItems[];
  /** Keys of items that were withdrawn before they arrived; missing when there are none. */
  readonly forbidden?: readonly { readonly itemKey: string; readonly atMs: number }[] | undefined;
  /** Set only within a step: the items whose actors could not be notified, and the outcome to report to them. */
  readonly untold?: { readonly batch: Batch<TItem>; readonly outcome: BatchOutcome } | undefined;
};

export type BusyLane = { readonly lane: number; readonly batchId: string; readonly itemKeys: readonly string[] };
export type EndedItems = { readonly atMs: number; readonly itemKeys: readonly string[] };

export type BatchInput = { readonly key: string; readonly chainId: number; readonly laneOf?: string | undefined };

export function firstContext<TItem>(input: BatchInput): BatchContext<TItem> {
  return { ...input, gathering: [], sealed: null, outcome: null, batchNo: 0, ended: [] };
}
