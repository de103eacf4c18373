import type { OwnedRecord, WalletEvent } from '../module/wallet-event.ts';
import type { FeedPosition } from '../platform/feed/live-feed.ts';
import type { ChainAddress } from '../values/address.ts';
import { type OwnerSubscriber, offsetOf } from './owner-hub.ts';

/** Sends events to one client, and reports when the client can receive more. */
export type OwnerOutput = {
  /**
   * Sends an event to the client, together with the client's feed position after this event. The position is null when the client has none
   * yet.
   */
  readonly send: (name: string, data: object, offset: string | null) => void;
  /** Resolves when the client can receive more events. */
  readonly ready: () => Promise<void>;
};

export type OwnerStream = OwnerSubscriber & {
  /**
   * Called when the client has received all events that it missed. From then on, events contain the current position in the feed. Earlier
   * events repeat the position with which the client connected, so that a client that disconnects early gets the missed events again.
   */
  readonly caughtUp: (position: FeedPosition | null) => void;
  readonly end: () => void;
};

/**
 * Maximum number of changed records that wait for a slow client. When there are more, the client receives an event that asks it to read all
 * its records again.
 */
const MOST_WAITING = 500;
/**
 * Number of records per client for which the service remembers the last state that it sent. A record whose state has not changed since it
 * was sent is not sent again.
 */
const MOST_REMEMBERED = 200;
/** Minimum time in ms between two events that tell a client only its new position in the feed and no change of a record. */
const POSITION_EVERY_MS = 10_000;

/**
 * Sends a client the newest state of each changed record of its wallet, as fast as the client reads. Intermediate states of a record may be
 * skipped.
 */
export function createOwnerStream(deps: {
  readonly wallet: ChainAddress;
  /** Last position that a reconnecting client received; null for a new client. */
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
      // Only the last record of a group of changed records is sent with the client's new position, because the client has everything up to
      // that position only after the last record.
      for (const [index, id] of ids.entries()) await sendRecord(id, index === ids.length - 1 ? upTo : told);
    } catch (error) {
      // The client does not know the newest state of a record that could not be read. So it receives the event `resync`, which asks it to
      // read all its records again.
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
