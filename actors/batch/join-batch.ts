import type { BatchContext } from '../../machines/batch/context.ts';
import { knowsItem } from '../../machines/batch/seal.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { EffectContext } from '../../src/runtime/define/definition.ts';
import type { BatchedItem } from '../../src/values/batch.ts';

/**
 * Adds an item to a gatherer's next batch. Returns false when no more items may wait there now. Adding the same item again changes nothing.
 */
export type JoinBatch<TItem> = (context: Joining, gatherer: string, item: TItem) => Promise<boolean>;

/** Context of the effect that adds the item. Its `key` is the event's id. */
export type Joining = Pick<EffectContext, 'actors' | 'key' | 'nowMs'>;

type Waiting<TItem> = {
  readonly joining: Joining;
  readonly item: TItem;
  readonly resolve: (isTaken: boolean) => void;
  readonly reject: (error: unknown) => void;
};

/** Sends these items to the gatherer and returns the gatherer's state afterwards. */
export type AskToAdd<TItem> = (
  actors: ActorClient,
  gatherer: string,
  add: { readonly items: readonly [TItem, ...TItem[]]; readonly eventId: string },
) => Promise<BatchContext<TItem>>;

/** Maximum number of items in one event, equal to the size of a whole batch. */
const MOST_AT_ONCE = 32;
/** After this many milliseconds without an answer, other callers no longer wait for the request. Sending a request twice does no harm. */
const NO_ANSWER_MS = 10_000;

/**
 * Adds items one by one; items that arrive while the gatherer is busy are added together. A gatherer stores each event before it handles
 * the next one, so a thousand items of one minute would otherwise wait for a thousand writes.
 */
export function createJoinBatch<TItem extends BatchedItem>(ask: AskToAdd<TItem>): JoinBatch<TItem> {
  /** For each gatherer with a request in progress: the start of that request, and the items for the next request. */
  const lines = new Map<string, { readonly waiting: Waiting<TItem>[]; askedAtMs: number }>();
  type Line = NonNullable<ReturnType<typeof lines.get>>;

  async function run(gatherer: string, line: Line): Promise<void> {
    const next = () => line.waiting.splice(0, MOST_AT_ONCE);
    for (let [first, ...others] = next(); first !== undefined; [first, ...others] = next()) {
      const { actors, key, nowMs } = first.joining;
      line.askedAtMs = nowMs();
      try {
        const items = [first.item, ...others.map(({ item }) => item)] as const;
        const context = await ask(actors, gatherer, { items: [...items], eventId: key });
        for (const { item, resolve } of [first, ...others]) resolve(knowsItem(context, item.itemKey));
      } catch (error) {
        for (const { reject } of [first, ...others]) reject(error);
      }
    }
    if (lines.get(gatherer) === line) lines.delete(gatherer);
  }

  return (joining, gatherer, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiting = { joining, item, resolve, reject };
    const line = lines.get(gatherer);
    if (line !== undefined && Math.abs(joining.nowMs() - line.askedAtMs) < NO_ANSWER_MS) line.waiting.push(waiting);
    else {
      const started: Line = { waiting: [waiting], askedAtMs: joining.nowMs() };
      lines.set(gatherer, started);
      void run(gatherer, started);
    }
    return promise;
  };
}
