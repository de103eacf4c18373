import type { OwnedRecord, WalletEvent } from '../module/wallet-event.ts';
import type { FeedPosition } from '../platform/feed/live-feed.ts';
import type { ChainAddress } from '../values/address.ts';
import { type OwnerSubscriber, offsetOf } from './owner-hub.ts';

/** Output for the events of one client. */
export type OwnerOutput = {
  /** Sends an event with the client's position after the event; null when the client has no position yet. */
  readonly send: (name: string, data: object, offset: string | null) => void;
  /** Resolves when the client can receive more data. */
  readonly ready: () => Promise<void>;
};

export type OwnerStream = OwnerSubscriber & {
  /**
   * Marks the client as caught up, so that positions of the hub are sent. Until then the client's own position is repeated, so that nothing
   * is skipped when it disconnects.
   */
  readonly caughtUp: (position: FeedPosition | null) => void;
  readonly end: () => void;
};

/** Maximum number of records that may wait for a slow client. Beyond it, the client is notified to read everything again. */
const MOST_WAITING = 500;
/** Maximum number of sent records that are stored for each client. A record that equals its last sent state is not sent again. */
const MOST_REMEMBERED = 200;
/** Minimum time in milliseconds between two new positions for a client to which nothing else is sent. */
const POSITION_EVERY_MS = 10_000;

/**
 * Sends a client the newest state of each changed record of its wallet, as fast as the client reads. Several changes of a record that waits
 * to be sent are combined into one.
 */
export function createOwnerStream(deps: {
  readonly wallet: ChainAddress;
  /** Last position of a reconnecting client; null for a new client. */
  readonly after: FeedPosition | null;
  readonly events: readonly WalletEvent[];
  readonly output: OwnerOutput;
  readonly nowMs: () => number;
  readonly onError: (error: unknown) => void;
}): OwnerStream {
  const { wallet, events, output, nowMs, onError } = deps;
  const byType = new Map(events.map((event) => [event.type, event]));
  const waiting = new Set<string>();
  const sent = new Map<string, bigint | number>();
  let told = deps.after;
  let newest: FeedPosition | null = null;
  let isCatchingUp = deps.after !== null;
  let missing: string | null = null;
  let isSending = false;
  let isOver = false;
  let positionSentAtMs = nowMs();

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (!isOver && (waiting.size > 0 || missing !== null)) {
        await output.ready();
        if (missing !== null) sendResync(missing);
        await sendWaiting();
      }
    } catch (error) {
      onError(error);
    } finally {
      isSending = false;
    }
  }

  async function sendWaiting(): Promise<void> {
    const ids = [...waiting];
    waiting.clear();
    const upTo = isCatchingUp ? told : newest;
    try {
      // Before the last record of a group is sent, the client has not yet received everything up to that position.
      for (const [index, id] of ids.entries()) await sendRecord(id, index === ids.length - 1 ? upTo : told);
    } catch (error) {
      // A record that cannot be read now may have changed without notice, so the client gets a `resync` immediately.
      onError(error);
      missing ??= 'unreadable';
    }
    told = upTo;
  }

  function sendResync(reason: string): void {
    missing = null;
    sent.clear();
    told = isCatchingUp ? told : newest;
    output.send('resync', { reason }, offsetOf(told));
  }

  async function sendRecord(id: string, position: FeedPosition | null): Promise<void> {
    const slash = id.indexOf('/');
    const event = byType.get(id.slice(0, slash));
    const found: OwnedRecord | null = event === undefined ? null : await event.read(id.slice(slash + 1));
    if (event === undefined || found === null || found.wallet !== wallet || isOver) return;
    const digest = Bun.hash(JSON.stringify(found.record));
    if (sent.get(id) === digest) return;
    sent.delete(id);
    sent.set(id, digest);
    const [oldest] = sent.keys();
    if (sent.size > MOST_REMEMBERED && oldest !== undefined) sent.delete(oldest);
    await output.ready();
    if (isOver) return;
    positionSentAtMs = nowMs();
    output.send(event.name, found.record, offsetOf(position));
  }

  return {
    wallet,
    changed(id, position) {
      if (isOver) return;
      if (!isCatchingUp) newest = position ?? newest;
      waiting.add(id);
      if (waiting.size > MOST_WAITING) {
        waiting.clear();
        missing = 'too-slow';
      }
      void sendAll();
    },
    missed(reason) {
      missing = reason;
      void sendAll();
    },
    seen(position) {
      if (isOver || isCatchingUp || position === null) return;
      newest = position;
      if (isSending || waiting.size > 0 || nowMs() - positionSentAtMs < POSITION_EVERY_MS) return;
      positionSentAtMs = nowMs();
      told = position;
      output.send('position-at', {}, offsetOf(position));
    },
    caughtUp(position) {
      isCatchingUp = false;
      newest = position;
      if (!isSending) told = position;
    },
    end() {
      isOver = true;
      waiting.clear();
    },
  };
}
