import { type Seen, type Watch, watchIfAlone } from '../../machines/transaction-sender/decide.ts';
import type { Chain } from '../../src/platform/chain/chain.ts';
import type { EffectContext } from '../../src/runtime/define/definition.ts';
import { keyOf } from '../../src/values/actor-id.ts';
import { transactionSender } from './actor.ts';
import { observe } from './observe.ts';

/** Maximum time in milliseconds between two checks whether other requests wait at this sender. */
const ASK_EVERY_MS = 100;

export type WatchSentDeps = {
  readonly chain: Chain;
  readonly params: { readonly chainId: number; readonly signer: string; readonly round: number };
  readonly context: Pick<EffectContext, 'actors' | 'actorId' | 'nowMs'>;
  readonly maxInFlight: number;
  readonly looks: number;
  readonly pauseMs: (looked: number) => number;
  readonly pause: (ms: number) => Promise<void>;
};

/**
 * Watches a transaction that was just sent until its receipt is final, so that one commit stores both the answer of the nodes and the
 * receipt. The sender handles no other request during this time. So the sender waits only while the transaction is its only one, and stops
 * waiting as soon as another request arrives. Returns null when the sender stopped waiting before a final receipt was found.
 */
export async function watchSent({ chain, params, context, maxInFlight, looks, pauseMs, pause }: WatchSentDeps): Promise<Seen | null> {
  const { nowMs, actors, actorId } = context;
  const sender = actors.of(transactionSender, keyOf(actorId));
  const watchNow = async (): Promise<Watch | null> => {
    const reading = await sender.read();
    return reading === null ? null : watchIfAlone(reading.snapshot.context, params.round, nowMs());
  };
  const watch = await watchNow();
  if (watch === null) return null;
  const seen = await observe({
    ...{ chain, params: { ...params, watch }, maxInFlight, looks, nowMs },
    async pause(looked) {
      for (let leftMs = pauseMs(looked); leftMs > 0; leftMs -= ASK_EVERY_MS) {
        await pause(Math.min(leftMs, ASK_EVERY_MS));
        if ((await watchNow()) === null) return true;
      }
      return false;
    },
  });
  return seen.flights.every(({ receipt }) => receipt?.final === true) ? seen : null;
}
