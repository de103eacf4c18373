import type { WalletEvent } from '../module/wallet-event.ts';
import type { FeedPosition } from '../platform/feed/live-feed.ts';
import type { ChainAddress } from '../values/address.ts';
import type { Clock } from '../values/clock.ts';
import { type OwnerHub, offsetOf } from './owner-hub.ts';
import { createOwnerStream, type OwnerOutput } from './owner-stream.ts';

/**
 * Position in the feed of the last event that a client received. `lost`: the feed no longer contains this event. Null: the client has not
 * received any event.
 */
export type LastReceived = FeedPosition | 'lost' | null;

/**
 * Sends a client the changes of its wallet's records until `signal` is aborted. The first event is `ready {wallet, continued}`. A client
 * that reconnects then gets the events that it missed, or `resync {reason}` when they are no longer available.
 */
export function followRecords(deps: {
  readonly hub: OwnerHub;
  readonly events: readonly WalletEvent[];
  readonly clock: Clock;
  readonly wallet: ChainAddress;
  readonly last: LastReceived;
  readonly output: OwnerOutput;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}): void {
  const { hub, events, clock, wallet, last, output, signal, onError } = deps;
  // If the client has disconnected before this function was called, nothing is sent.
  if (signal.aborted) return;
  const { send, ready } = output;
  const after = last === 'lost' ? null : last;
  const stream = createOwnerStream({
    ...{ wallet, after, events, nowMs: clock.now, onError },
    output: { send, ready: () => begun.then(ready) },
  });
  const leave = hub.join(stream);
  signal.addEventListener(
    'abort',
    () => {
      leave();
      stream.end();
    },
    { once: true },
  );
  // The client must know its position in the feed before its first event. Without a position, it could not continue after a disconnection.
  const begun = hub.position().then((here) => {
    if (signal.aborted) return;
    if (after === null) stream.seen(here);
    send('ready', { wallet, continued: after !== null }, offsetOf(after ?? here));
  });
  if (after !== null) void continueAfter(after);
  else if (last === 'lost') stream.missed('too-long-ago');

  async function continueAfter(position: FeedPosition): Promise<void> {
    try {
      stream.caughtUp(await hub.catchUp(stream, position, signal));
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      stream.missed('unreadable');
      stream.caughtUp(await hub.position());
    }
  }
}
