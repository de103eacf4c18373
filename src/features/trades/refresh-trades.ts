import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { STATUS_UNKNOWN } from '../../values/trade-ends.ts';
import type { TradeObservation } from '../../values/trade-terms.ts';
import { MOST_OPEN } from './make-room.ts';
import type { TradeActors } from './trade-actors.ts';
import type { TradeReading, TradeStatusSource } from './trade-record.ts';

/**
 * Maximum number of trades that one call checks, and of checks that the call runs at the same time. It is limited because anyone may
 * request checks, and each check costs a request.
 */
export const MOST_TRADES_LOOKED_AT = 20;
const AT_A_TIME = 5;
/** Maximum number of status checks that this node makes at the same time, for all callers together. */
const MOST_LOOKS = 64;
/** Time limit of one refresh request in ms. The records of trades that have not been checked by then stay unchanged. */
const DEADLINE_MS = 8_000;
/** A trade that was checked less than this time ago (in ms) is not checked again. */
const FRESH_MS = 3_000;
/**
 * Minimum time in ms between two writes of a trade whose checks only change the reason for an unknown status. Anyone can request checks,
 * and such reasons change often.
 */
const REASON_KEPT_MS = 60_000;
/** Maximum number of trades for which this node remembers the time of the last check. */
const MOST_REMEMBERED = 20_000;
/**
 * Checks trades at a client's request, in addition to their automatic checks. The check never fails: a status that cannot be read now stays
 * unchanged.
 */
export type RefreshTrades = {
  /**
   * Checks open trades of a wallet, and failed trades that are no longer checked automatically. Only the newest trades are considered; of
   * these, the trades whose last check is longest ago are checked.
   */
  ofWallet(wallet: ChainAddress): Promise<void>;
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
  /** For each trade, the time of its last check, oldest first. A check without a new result is recorded only here, in memory. */
  const looked = new Map<string, number>();

  return {
    async ofWallet(wallet) {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      // As many trades are read as a wallet can have open. If fewer were read, worthless records that other people created for the wallet
      // could prevent the checks of the wallet's own trades.
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

  /** Checks a trade once for all callers that request it at the same time. A caller waits only until its own signal aborts. */
  async function look(trade: TradeReading, signal: AbortSignal): Promise<void> {
    const { tradeId } = trade.terms;
    let ongoing = running.get(tradeId);
    if (ongoing === undefined) {
      if (running.size >= MOST_LOOKS) return;
      // The check has its own time limit and does not use the abort signal of the caller that started it, because that caller may
      // disconnect while other callers wait for the same check.
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
      // The aggregator has reported the hash of the trade's transaction, so the transaction can now be looked up on the source chain.
      if (sourceHash !== null && shown.hash === null) {
        shown = await trades.setHash(tradeId, sourceHash);
        found = await status.statusOf(shown, signal);
      }
      if (isNews(shown, found, clock.now())) await trades.observe(tradeId, found);
    } catch (error) {
      const { aggregator } = trade.terms;
      repeats.warn(aggregator ?? 'none', 'Checking a trade on request failed; its automatic checks continue', {
        tradeId,
        aggregator,
        error,
      });
    }
  }
}

/**
 * Whether a check has found something that the record does not contain. The automatic checks of a trade, once stopped, start again only
 * after such a check.
 */
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
