import type { OwnedRecord, WalletEvent } from '../module/wallet-event.ts';
import type { FeedPosition } from '../platform/feed/live-feed.ts';
import type { ChainAddress } from '../values/address.ts';
import { type OwnerSubscriber, offsetOf } from './owner-hub.ts';

/** Where the events of one client go. */
export type OwnerOutput = {
  /** Sends an event with the client's position after it; null when it has none yet. */
  readonly send: (name: string, data: object, offset: string | null) => void;
  /** Resolves when the client can take more. */
  readonly ready: () => Promise<void>;
};

export type OwnerStream = OwnerSubscriber & {
  /** From now on positions of the hub count; until then the client's own is sent again, so that nothing is skipped if it leaves. */
  readonly caughtUp: (position: FeedPosition | null) => void;
  readonly end: () => void;
};

/** So many records may wait for a slow client; beyond that it is told to read everything again. */
const MOST_WAITING = 500;
/** A record that looks as it was sent last is not sent again; so many are remembered for each client. */
const MOST_REMEMBERED = 200;
/** A client that nothing is sent to gets a new position at most this often. */
const POSITION_EVERY_MS = 10_000;

/**
 * Sends a client the newest state of each of its wallet's records that changed, as fast as the client reads. Changes that come while a
 * record waits are one.
 */
export function createOwnerStream(deps: {
  readonly wallet: ChainAddress;
  /** Where a client that comes back was; null for a new one. */
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
      // Before the last record of a group its client has not yet got all that came before that position.
      for (const [index, id] of ids.entries()) await sendRecord(id, index === ids.length - 1 ? upTo : told);
    } catch (error) {
      // A record that cannot be read now may have changed unseen, so the client gets a `resync` at once.
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
