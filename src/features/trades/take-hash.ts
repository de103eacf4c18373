import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { TransactionHash } from '../../values/hash.ts';
import { STATUS_UNKNOWN } from '../../values/trade-ends.ts';
import { claimantOf, type HashRepository } from './hash-repository.ts';
import type { TradeActors } from './trade-actors.ts';
import type { TradeReading, TradeStatusSource } from './trade-record.ts';

/**
 * Time limit in ms for reading from the chain who sent a transaction. The sender is read when records of two wallets contain the same hash.
 */
const LOOK_MS = 5_000;

/**
 * Sets a trade's transaction hash at a client's request, even if another record has the same hash, because only the chain can show that the
 * transaction belongs to another wallet. See `HashRepository`.
 * @throws TerminalError 409 `hash-is-confirmed`, `trade-is-settled`, `hash-taken`; RetryableError `hash-contended`
 */
export type TakeHash = (trade: TradeReading, hash: TransactionHash) => Promise<TradeReading>;

export function createTakeHash(deps: {
  readonly trades: TradeActors;
  readonly hashes: HashRepository;
  readonly status: TradeStatusSource;
}): TakeHash {
  const { trades, hashes, status } = deps;

  return async (trade, hash) => {
    const { tradeId, wallet } = trade.terms;
    if (trade.hash === hash && trade.status !== 'failed') return trade;
    refuseIfFinal(trade, hash);
    const before = await hashes.holderOf(hash);
    if (before?.isProved === true && before.wallet !== wallet) throw taken();
    const after = await trades.setHash(tradeId, hash);
    if (after.hash !== hash) {
      // The trade did not accept the hash: since it was read above, the trade has ended, or its hash was confirmed or changed.
      refuseIfFinal(after, hash);
      throw contended();
    }
    return await settleHolder(after, hash);
  };

  /**
   * Makes the trade's record the one that a look-up by the hash returns, unless another record with this hash ranks higher. If that other
   * record belongs to a different wallet, the chain is read at once to find out which wallet sent the transaction.
   */
  async function settleHolder(trade: TradeReading, hash: TransactionHash): Promise<TradeReading> {
    const { tradeId, wallet } = trade.terms;
    const claimant = claimantOf(trade, hash);
    let holder = await hashes.offer(claimant);
    if (holder.tradeId === tradeId) return trade;
    if ((await trades.read(holder.tradeId))?.hash !== hash) {
      await hashes.release(hash, holder.tradeId);
      holder = await hashes.offer(claimant);
    }
    if (holder.wallet === wallet || holder.isProved) return trade;
    return await trades.observe(tradeId, await status.statusOf(trade, AbortSignal.timeout(LOOK_MS)));
  }
}

/**
 * Wraps a source of trade statuses. When the chain shows which record's wallet sent the transaction, a look-up by the transaction hash
 * returns that record from then on.
 */
export function provingHashes(status: TradeStatusSource, hashes: HashRepository): TradeStatusSource {
  return {
    async statusOf(trade, signal) {
      const observation = await status.statusOf(trade, signal);
      const { hash, sender, status: word } = observation;
      if (hash === null || sender !== 'wallet') return observation;
      const { tradeId, wallet, reference } = trade.terms;
      const [isBuiltHere, hasArrived] = [reference !== null, word === 'success'];
      await hashes.offer({ hash, tradeId, wallet, isProved: true, hasArrived, isBuiltHere, createdAtMs: trade.createdAtMs });
      return observation;
    },
  };
}

function refuseIfFinal(trade: TradeReading, hash: TransactionHash): void {
  if (trade.hashIsFixed && trade.hash !== hash) {
    const message = "The chain has confirmed this record's transaction, so its hash can no longer be changed.";
    throw new TerminalError({ code: 'hash-is-confirmed', message, status: 409 });
  }
  const isOver = trade.status === 'success' || (trade.status === 'failed' && trade.reason !== STATUS_UNKNOWN);
  if (isOver && trade.hash !== hash)
    throw new TerminalError({
      code: 'trade-is-settled',
      message: `This trade has already ended with status ${trade.status}, so its transaction hash cannot be changed.`,
      status: 409,
    });
}

function taken(): TerminalError {
  const message = 'According to the chain, this transaction belongs to another wallet.';
  return new TerminalError({ code: 'hash-taken', message, status: 409 });
}

function contended(): RetryableError {
  return new RetryableError({
    code: 'hash-contended',
    message: 'Another request changed this trade meanwhile, so its transaction hash was not set. Try again.',
    retryAfterMs: 1_000,
  });
}
