import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Route } from './route-source.ts';
import type { TransferFee, TransferFees } from './transfer-fees.ts';

/** The answer to the question whether a token's fee on transfer explains why a route was refused when it was simulated. */
export type FeeFinding =
  /** Neither of the two tokens charges a fee on transfer, or the fee cannot be measured. */
  | { readonly kind: 'no-fee' }
  /** No route for these tokens is possible, because one of them charges a fee on transfer. */
  | { readonly kind: 'refused'; readonly detail: string }
  /**
   * The bought token charges a fee on transfer that is within a trade's maximum loss. The route is possible with the lower minimum output
   * `amountOutMinimum` (base units).
   */
  | { readonly kind: 'reckoned'; readonly amountOutMinimum: bigint; readonly feeBps: number };

/**
 * Decides whether a vault can trade tokens that charge a fee on transfer. It cannot sell such a token, because a pool refuses a trade when
 * fewer tokens arrive than stated. It can buy such a token; the fee then counts towards the trade's maximum loss.
 */
export type TransferFeeRules = {
  /** Returns why a vault cannot sell a token; null when no reason is known. Never throws, and takes a few seconds at most. */
  whyNotSpent(chainId: number, token: string): Promise<string | null>;
  whyNotBought(chainId: number, token: string): Promise<string | null>;
  /**
   * Determines whether fees on transfer explain why a route was refused in a simulation.
   * @param worseBps by how many basis points the route's quote is below a fair price
   */
  judge(route: Route, worseBps: number): Promise<FeeFinding>;
};

const WITHIN_MS = 3_000;
/**
 * Maximum age in ms of a cached fee on transfer that is used to explain why a trade is refused. The explanation must be based on how the
 * tokens behave now.
 */
const AS_OF_NOW_MS = 60_000;

/**
 * Creates the rules about tokens with a fee on transfer.
 * @param deps.maxCostBps maximum total amount by which a trade's output may be below a fair price, in basis points
 */
export function createTransferFeeRules(deps: {
  readonly transferFees: TransferFees;
  readonly maxCostBps: number;
  readonly log: RepeatsLog;
}): TransferFeeRules {
  const { transferFees, maxCostBps, log } = deps;
  const repeats = createRepeats({ log });

  return {
    async whyNotSpent(chainId, token) {
      const { sellBps } = await known(chainId, token);
      return sellBps === 0 ? null : spentText(sellBps);
    },

    async whyNotBought(chainId, token) {
      const { buyBps } = await known(chainId, token);
      if (buyBps <= maxCostBps) return null;
      return `${keepsText(buyBps)}, but a trade may lose at most ${percent(maxCostBps)} against a fair price.`;
    },

    async judge({ chainId, tokenIn, tokenOut, amountOutMinimum }, worseBps) {
      const measured = [tokenIn, tokenOut].map((token) => transferFees.of(chainId, token, { maxAgeMs: AS_OF_NOW_MS }));
      const [spent, bought] = await Promise.all(measured);
      if (spent != null && spent.sellBps > 0) return { kind: 'refused', detail: `The spent token: ${spentText(spent.sellBps)}` };
      const feeBps = bought?.buyBps ?? 0;
      if (feeBps === 0) return { kind: 'no-fee' };
      const poolsBps = Math.max(0, worseBps);
      if (poolsBps + feeBps > maxCostBps) {
        const detail = `The bought token: ${keepsText(feeBps)}. Together with the pools' fee of ${percent(poolsBps)}, this is more than the ${percent(maxCostBps)} that a trade may lose.`;
        return { kind: 'refused', detail };
      }
      return { kind: 'reckoned', amountOutMinimum: (amountOutMinimum * BigInt(10_000 - feeBps)) / 10_000n, feeBps };
    },
  };

  async function known(chainId: number, token: string): Promise<TransferFee> {
    try {
      return (await chainWithinTime(transferFees.of(chainId, token), WITHIN_MS, chainId)) ?? NO_FEE;
    } catch (error) {
      repeats.warn(String(chainId), "A token's transfer fee could not be measured", { chainId, token, error });
      return NO_FEE;
    }
  }
}

const NO_FEE: TransferFee = { buyBps: 0, sellBps: 0 };

function spentText(bps: number): string {
  return `${keepsText(bps)}, and pools refuse a trade in which they receive fewer tokens than stated.`;
}

function keepsText(bps: number): string {
  return `its contract keeps ${percent(bps)} of each transfer`;
}

function percent(bps: number): string {
  return `${bps / 100} %`;
}
