import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { Clock } from '../../values/clock.ts';
import { STATUS_UNKNOWN } from '../../values/trade-ends.ts';
import { MOST_OPEN } from './make-room.ts';
import type { TradeActors } from './trade-actors.ts';
import type { TradeObservation, TradeReading, TradeStatusSource } from './trade-record.ts';

/** Trades that one call looks at, and how many at a time: anyone may call, and each look is a request to somebody. */
export const MOST_TRADES_LOOKED_AT = 20;
const AT_A_TIME = 5;
/** Looks that this node makes for callers at a time, whoever they are. */
const MOST_LOOKS = 64;
/** How long one call waits; what is not known by then stays as it was. */
const DEADLINE_MS = 8_000;
/** A trade that was looked at this lately is not looked at again. */
const FRESH_MS = 3_000;
/** A look that finds another reason for knowing nothing is kept this long after the one before: anybody may ask, and reasons come and go. */
const REASON_KEPT_MS = 60_000;
/** Of how many trades this node remembers when it looked at them last. */
const MOST_REMEMBERED = 20_000;
/** Looks that a client asked for, beside those that the trades make by themselves. They never fail: what cannot be told now stays as it was. */
export type RefreshTrades = {
  /** The open trades of a wallet, and those that were given up on: the newest, and those first that were not looked at for longest. */
  ofWallet(wallet: string): Promise<void>;
  one(trade: TradeReading): Promise<void>;
};

export function createRefreshTrades(deps: {
  readonly trades: TradeActors;
  readonly status: TradeStatusSource;
  readonly clock: Clock;
  readonly log: Log;
}): RefreshTrades {
  const { trades, status, clock, log } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const running = new Map<string, Promise<void>>();
  /** The oldest first. A look that finds nothing new leaves nothing else. */
  const looked = new Map<string, number>();

  return {
    async ofWallet(wallet) {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      // As many as there may be: else junk in a wallet's name could keep its own from being looked at.
      const query = { wallet, limit: MOST_OPEN };
      const [open, failed] = await Promise.all([
        trades.list({ ...query, statuses: ['pending'] }),
        trades.list({ ...query, statuses: ['failed'] }),
      ]);
      const waiting = [...open.trades, ...failed.trades]
        .filter(isWorthALook)
        .sort((a, b) => (lastLookAt(a) ?? 0) - (lastLookAt(b) ?? 0))
        .slice(0, MOST_TRADES_LOOKED_AT);
      const workers = Array.from({ length: AT_A_TIME }, async () => {
        for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) await look(next, signal);
      });
      await Promise.all(workers);
    },

    async one(trade) {
      if (isWorthALook(trade)) await look(trade, AbortSignal.timeout(DEADLINE_MS));
    },
  };

  function isWorthALook(trade: TradeReading): boolean {
    const { status: word, reason, hash, terms } = trade;
    const lastLookAtMs = lastLookAt(trade);
    const isOpen = word === 'pending' || (word === 'failed' && reason === STATUS_UNKNOWN);
    const hasClue = hash !== null || terms.reference !== null;
    return isOpen && hasClue && (lastLookAtMs === null || Math.abs(clock.now() - lastLookAtMs) >= FRESH_MS);
  }

  /** One look at a trade at a time, however many ask for it; the caller waits no longer than its signal says. */
  async function look(trade: TradeReading, signal: AbortSignal): Promise<void> {
    const { tradeId } = trade.terms;
    let ongoing = running.get(tradeId);
    if (ongoing === undefined) {
      if (running.size >= MOST_LOOKS) return;
      // Its own bound: whoever asked first may leave before others who wait for the same look.
      ongoing = lookNow(trade, AbortSignal.timeout(DEADLINE_MS)).finally(() => running.delete(tradeId));
      running.set(tradeId, ongoing);
    }
    await Promise.race([ongoing, aborted(signal)]);
  }

  function lastLookAt({ terms, lastLookAtMs }: TradeReading): number | null {
    const own = looked.get(terms.tradeId) ?? null;
    return own === null || lastLookAtMs === null ? (own ?? lastLookAtMs) : Math.max(own, lastLookAtMs);
  }

  function remember(tradeId: string): void {
    looked.delete(tradeId);
    looked.set(tradeId, clock.now());
    const [oldest] = looked.keys();
    if (looked.size > MOST_REMEMBERED && oldest !== undefined) looked.delete(oldest);
  }

  async function lookNow(trade: TradeReading, signal: AbortSignal): Promise<void> {
    const { tradeId } = trade.terms;
    remember(tradeId);
    try {
      let shown = trade;
      let found = await status.statusOf(shown, signal);
      const { sourceHash = null } = found;
      // With the hash that its aggregator names, its chain can be asked.
      if (sourceHash !== null && shown.hash === null) {
        shown = await trades.setHash(tradeId, sourceHash);
        found = await status.statusOf(shown, signal);
      }
      if (isNews(shown, found, clock.now())) await trades.observe(tradeId, found);
    } catch (error) {
      const { aggregator } = trade.terms;
      repeats.warn(aggregator ?? 'none', 'A trade could not be looked at; its own looks go on', { tradeId, aggregator, error });
    }
  }
}

/** Whether a look says more than the record does. One that was given up is looked after again only for such. */
export function isNews(trade: TradeReading, found: TradeObservation, nowMs: number): boolean {
  if (found.hash !== trade.hash) return false;
  if (found.status !== 'pending' || (found.sender === 'wallet' && !trade.hashIsFixed)) return true;
  const isOther = <T>(own: T | null, theirs: T | null) => theirs !== null && theirs !== own;
  if (isOther(trade.destinationHash, found.destinationHash) || isOther(trade.amountOutActual, found.amountOut)) return true;
  if (trade.lastLookAtMs !== null && Math.abs(nowMs - trade.lastLookAtMs) < REASON_KEPT_MS) return false;
  if (isOther(trade.substatus, found.substatus)) return true;
  return trade.status === 'pending' && found.reason !== trade.reason;
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
