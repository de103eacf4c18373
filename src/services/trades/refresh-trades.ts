import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import { MOST_OPEN } from './make-room.ts';
import type { TradeActors } from './trade-actors.ts';
import { STATUS_UNKNOWN, type TradeReading, type TradeStatusSource } from './trade-record.ts';

/** Trades that one call looks at, and how many at a time: anyone may call, and each look is a request to somebody. */
export const MOST_TRADES_LOOKED_AT = 20;
const AT_A_TIME = 5;
/** Looks that this node makes for callers at a time, whoever they are. */
const MOST_LOOKS = 64;
/** How long one call waits; what is not known by then stays as it was. */
const DEADLINE_MS = 8_000;
/** A trade that was looked at this lately is not looked at again. */
const FRESH_MS = 3_000;
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
  const running = new Map<string, Promise<void>>();

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
        .sort((a, b) => (a.lastLookAtMs ?? 0) - (b.lastLookAtMs ?? 0))
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

  function isWorthALook({ status: word, reason, hash, terms, lastLookAtMs }: TradeReading): boolean {
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

  async function lookNow(trade: TradeReading, signal: AbortSignal): Promise<void> {
    try {
      await trades.observe(trade.terms.tradeId, await status.statusOf(trade, signal));
    } catch (error) {
      log.warn('A trade could not be looked at; its own looks go on', { tradeId: trade.terms.tradeId, error });
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
