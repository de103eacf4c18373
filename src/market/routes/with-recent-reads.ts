import type { PoolState, SwapQuote, UniswapV3, UniswapV3Pool } from '../../platform/chain/uniswap-v3/uniswap-v3.ts';
import { createRecentAnswers, type RecentAnswers } from '../../platform/loop/recent-answers.ts';
import type { Clock } from '../../values/clock.ts';

/**
 * How long data about pools that was read from the chain is cached, in ms. The time is shorter than the time between two blocks on most
 * chains.
 */
const KEEP_MS = 500;

/**
 * Lets orders that are planned at the same time share their reads of Uniswap v3 pools: which pools exist, their state, the amounts around
 * their price, and quotes of the same amount. Each order's own transaction is still simulated.
 */
export function withRecentReads(uniswapV3: UniswapV3, { clock }: { readonly clock: Clock }): UniswapV3 {
  const recent = <T>(): RecentAnswers<T> => createRecentAnswers<T>({ nowMs: clock.now, keepMs: KEEP_MS });
  const found = recent<readonly UniswapV3Pool[]>();
  const read = recent<readonly (PoolState | null)[]>();
  const paid = recent<readonly bigint[]>();
  const quoted = recent<readonly (SwapQuote | null)[]>();
  return {
    encodeSwap: uniswapV3.encodeSwap,
    findPools: (...asked) => found(keyOf(asked), () => uniswapV3.findPools(...asked)),
    readPools: (...asked) => read(keyOf(asked), () => uniswapV3.readPools(...asked)),
    payouts: (...asked) => paid(keyOf(asked), () => uniswapV3.payouts(...asked)),
    quote: (...asked) => quoted(keyOf(asked), () => uniswapV3.quote(...asked)),
  };
}

function keyOf(asked: readonly unknown[]): string {
  return JSON.stringify(asked, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}
