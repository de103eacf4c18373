import type { BatchContext } from '../../machines/batch/context.ts';
import { knowsItem } from '../../machines/batch/seal.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { EffectContext } from '../../src/runtime/define/definition.ts';
import type { Timers } from '../../src/runtime/engine/timers.ts';
import type { BatchedItem } from '../../src/values/batch.ts';
import { GATHER_WINDOW_MS } from './batch-options.ts';

/**
 * Adds an item to the next batch of a gatherer (the actor that collects the items). Returns false when the gatherer accepts no more items
 * at present. Adding the same item again has no effect.
 */
export type JoinBatch<TItem> = (context: Joining, gatherer: string, item: TItem) => Promise<boolean>;

/** The parts of an effect's context that are needed to add an item to a batch. `key` is used as the event id. */
export type Joining = Pick<EffectContext, 'actors' | 'key' | 'nowMs'>;

type Waiting<TItem> = {
  readonly joining: Joining;
  readonly item: TItem;
  readonly resolve: (isTaken: boolean) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Sends items to a batch gatherer (the actor that collects the items), and returns the gatherer's state after it has handled them.
 * `isWhole`: true when no other items are expected soon, so that the gatherer need not wait for more.
 */
export type AskToAdd<TItem> = (actors: ActorClient, gatherer: string, add: ItemsToAdd<TItem>) => Promise<BatchContext<TItem>>;

export type ItemsToAdd<TItem> = {
  readonly items: readonly [TItem, ...TItem[]];
  readonly eventId: string;
  readonly isWhole: boolean;
};

/**
 * Returns the event that adds items to a batch gatherer, and the options with which it is sent. A single item is sent with the effect's
 * event id, so the gatherer recognizes a repetition by this id. Several items in one event have no common event id, so the gatherer
 * recognizes each repeated item by the item's own key.
 */
export function addEventOf<TItem>({ items, eventId, isWhole }: ItemsToAdd<TItem>) {
  const [item, ...others] = items;
  const whole = isWhole ? { isWhole } : {};
  return others.length === 0
    ? { event: { type: 'ADD_ITEM' as const, item, ...whole }, options: { eventId } }
    : { event: { type: 'ADD_ITEMS' as const, items: [...items], ...whole }, options: {} };
}

/** Maximum number of items in one event, equal to the size of a whole batch. */
const MOST_AT_ONCE = 32;
/**
 * How long callers wait for a request to a batch gatherer that is already in progress, in milliseconds. After this time, a caller sends a
 * request of its own. Sending a request twice does no harm.
 */
const NO_ANSWER_MS = 10_000;

/**
 * Creates the function that adds items to a batch gatherer (the actor that collects items for batches). A single item is sent immediately;
 * items that arrive while a request to the gatherer is in progress are sent together in the next request. The reason: a gatherer stores
 * each event before it handles the next one, so a thousand items in a minute would need a thousand consecutive writes.
 * @param alone timers of a process whose store no other process uses. The process itself then waits for the gather window (the time in
 * which items are collected) to end, and then adds all items as a whole batch. So the gatherer need not wait for more items, and stores one
 * commit less.
 */
export function createJoinBatch<TItem extends BatchedItem>(ask: AskToAdd<TItem>, alone?: Pick<Timers, 'after'>): JoinBatch<TItem> {
  /** For each gatherer, the request that is in progress: when it started, and the items that wait for the next request. */
  const lines = new Map<string, Line<TItem>>();

  async function run(gatherer: string, line: Line<TItem>): Promise<void> {
    while (line.waiting.length > 0) {
      const isWhole = alone !== undefined && (await windowOf(line, alone));
      for (let left = isWhole ? line.waiting.length : MOST_AT_ONCE; left > 0 && line.waiting.length > 0; left -= MOST_AT_ONCE) {
        await send(gatherer, line, line.waiting.splice(0, Math.min(left, MOST_AT_ONCE)), isWhole && left <= MOST_AT_ONCE);
      }
    }
    if (lines.get(gatherer) === line) lines.delete(gatherer);
  }

  async function send(gatherer: string, line: Line<TItem>, [first, ...others]: readonly Waiting<TItem>[], isWhole: boolean): Promise<void> {
    if (first === undefined) return;
    const { actors, key, nowMs } = first.joining;
    line.askedAtMs = nowMs();
    try {
      const items = [first.item, ...others.map(({ item }) => item)] as const;
      const context = await ask(actors, gatherer, { items: [...items], eventId: key, isWhole });
      for (const { item, resolve } of [first, ...others]) resolve(knowsItem(context, item.itemKey));
    } catch (error) {
      for (const { reject } of [first, ...others]) reject(error);
    }
  }

  return (joining, gatherer, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiting = { joining, item, resolve, reject };
    const line = lines.get(gatherer);
    if (line !== undefined && Math.abs(joining.nowMs() - line.askedAtMs) < NO_ANSWER_MS) {
      line.waiting.push(waiting);
      if (line.waiting.length >= MOST_AT_ONCE) line.endWindow?.();
    } else {
      const started: Line<TItem> = { waiting: [waiting], askedAtMs: joining.nowMs() };
      lines.set(gatherer, started);
      void run(gatherer, started);
    }
    return promise;
  };
}

type Line<TItem> = { readonly waiting: Waiting<TItem>[]; askedAtMs: number; endWindow?: () => void };

/**
 * Waits for the end of the gather window (the time in which items are collected for one batch). Resolves to false when so many items have
 * been collected that they need not wait any longer for others.
 */
function windowOf<TItem>(line: Line<TItem>, timers: Pick<Timers, 'after'>): Promise<boolean> {
  if (line.waiting.length >= MOST_AT_ONCE) return Promise.resolve(false);
  return new Promise((resolve) => {
    const cancel = timers.after(GATHER_WINDOW_MS, () => {
      delete line.endWindow;
      resolve(true);
    });
    line.endWindow = () => {
      cancel();
      delete line.endWindow;
      resolve(false);
    };
  });
}
