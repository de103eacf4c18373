import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { HashBook, HeldClaim } from './hash-book.ts';
import type { TradeActors } from './trade-actors.ts';
import { STATUS_UNKNOWN, type TradeReading, type TradeStatusSource } from './trade-record.ts';

/** How often a claim is tried while others move it. */
const TRIES = 5;
/** How long the chain is asked whose transaction it is, when two records want one. */
const LOOK_MS = 5_000;

/**
 * Gives a trade the hash that a client brought. The order of writes is in `HashBook`.
 * @throws TerminalError 409 `hash-is-confirmed`, `trade-is-settled`, `hash-taken`; RetryableError `hash-contended`
 */
export type TakeHash = (trade: TradeReading, hash: string) => Promise<TradeReading>;

export function createTakeHash(deps: {
  readonly trades: TradeActors;
  readonly hashes: HashBook;
  readonly status: TradeStatusSource;
}): TakeHash {
  const { trades, hashes, status } = deps;

  return async (trade, hash) => {
    const { tradeId } = trade.terms;
    if (trade.hash === hash && trade.status !== 'failed') return trade;
    refuseIfFinal(trade, hash);
    await claim(trade, hash);
    const after = await trades.setHash(tradeId, hash);
    if (after.hash === hash) return after;
    // It settled, or its hash was confirmed, while we claimed.
    await hashes.release(hash, tradeId);
    refuseIfFinal(after, hash);
    throw contended();
  };

  async function claim(trade: TradeReading, hash: string): Promise<void> {
    for (let i = 0; i < TRIES; i += 1) {
      const result = await hashes.claim(hash, trade.terms.tradeId);
      if (result.claimed) return;
      await makeYield(result.held, trade, hash);
      if (await hashes.takeOver(hash, result.held, trade.terms.tradeId)) return;
    }
    throw contended();
  }

  /** A claim yields when its holder does not show the hash (a crash left it), or when the chain shows that the hash is the other wallet's. */
  async function makeYield(held: HeldClaim, trade: TradeReading, hash: string): Promise<void> {
    const holder = await trades.read(held.tradeId);
    if (holder === null || holder.hash !== hash) {
      if (held.isFresh) throw taken();
      return;
    }
    if (holder.hashIsFixed || holder.terms.wallet === trade.terms.wallet || !(await isSentBy(trade, hash))) throw taken();
    const after = await trades.loseHash(held.tradeId, hash);
    if (after.hash === hash) throw taken();
  }

  async function isSentBy({ terms }: TradeReading, hash: string): Promise<boolean> {
    const { sender } = await status.statusOf({ terms, hash }, AbortSignal.timeout(LOOK_MS));
    return sender === 'wallet';
  }
}

function refuseIfFinal(trade: TradeReading, hash: string): void {
  if (trade.hashIsFixed && trade.hash !== hash) {
    const message = 'The chain has confirmed the transaction of this record: its hash does not change any more.';
    throw new TerminalError({ code: 'hash-is-confirmed', message, status: 409 });
  }
  const isOver = trade.status === 'success' || (trade.status === 'failed' && trade.reason !== STATUS_UNKNOWN);
  if (isOver && trade.hash !== hash)
    throw new TerminalError({ code: 'trade-is-settled', message: `This trade is over: ${trade.status}.`, status: 409 });
}

function taken(): TerminalError {
  return new TerminalError({ code: 'hash-taken', message: 'This transaction hash belongs to another record.', status: 409 });
}

function contended(): RetryableError {
  return new RetryableError({ code: 'hash-contended', message: 'Others change this hash at this moment.', retryAfterMs: 1_000 });
}
