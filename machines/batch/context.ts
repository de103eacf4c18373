import type { Batch, BatchOutcome } from '../../src/values/batch.ts';

export type BatchContext<TItem> = {
  /** Key of the batch actor. The key is also part of the ids of the actor's batches. */
  readonly key: string;
  readonly chainId: number;
  /** In a lane (an actor that only submits batches), the key of the gatherer that hands batches over to it; missing in a gatherer. */
  readonly laneOf?: string | undefined;
  readonly gathering: readonly TItem[];
  readonly sealed: Batch<TItem> | null;
  readonly outcome: BatchOutcome | null;
  /** Number of batches sealed so far. In a lane, the number of the last batch that it took over. */
  readonly batchNo: number;
  /**
   * Number of the batch whose gather window (the time in which items are collected) was started last. The window may already have ended.
   * Missing before the first item arrives.
   */
  readonly windowNo?: number | undefined;
  /**
   * True when the gather window (the time in which items are collected) has ended, but no lane (actor that submits batches) was free to
   * submit the batch.
   */
  readonly isWindowOver?: boolean | undefined;
  /** The lanes (actors that submit batches) that currently have a batch of this gatherer; missing when there are none. */
  readonly lanes?: readonly BusyLane[] | undefined;
  /** Keys of items whose batch is finished, newest last. If such an item is sent again later, it is ignored. */
  readonly ended: readonly EndedItems[];
  /**
   * Keys of items that were withdrawn before they arrived at this actor, so the items must be refused when they arrive; missing when there
   * are none.
   */
  readonly forbidden?: readonly { readonly itemKey: string; readonly atMs: number }[] | undefined;
  /** The items whose actors could not receive the batch's outcome, together with that outcome. Set only within a step and never stored. */
  readonly untold?: { readonly batch: Batch<TItem>; readonly outcome: BatchOutcome } | undefined;
};

export type BusyLane = { readonly lane: number; readonly batchId: string; readonly itemKeys: readonly string[] };
export type EndedItems = { readonly atMs: number; readonly itemKeys: readonly string[] };

export type BatchInput = { readonly key: string; readonly chainId: number; readonly laneOf?: string | undefined };

export function firstContext<TItem>(input: BatchInput): BatchContext<TItem> {
  return { ...input, gathering: [], sealed: null, outcome: null, batchNo: 0, ended: [] };
}
