import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Route } from './route-source.ts';
import type { TransferFee, TransferFees } from './transfer-fees.ts';

/** What fees on transfer make of a route that was refused when it was tried. */
export type FeeVerdict =
  /** Neither token takes one, or it cannot be told. */
  | { readonly kind: 'no-fee' }
  /** It cannot pass. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** The token that is bought takes one that a trade may lose: it may pass when so much is the least that has to arrive. */
  | { readonly kind: 'reckoned'; readonly amountOutMinimum: bigint; readonly feeBps: number };

/**
 * What a vault can do with tokens that keep a part of each transfer. It can spend none: a pool takes no trade whose tokens arrive short. It
 * can buy one, whose fee counts as a part of what a trade may lose.
 */
export type TransferFeeRules = {
  /** Why a vault could not spend this token; null when nothing is known against it. Never throws, and takes a few seconds at most. */
  whyNotSpent(chainId: number, token: string): Promise<string | null>;
  whyNotBought(chainId: number, token: string): Promise<string | null>;
  /** @param worseBps how far the route's quote is under a fair price */
  judge(route: Route, worseBps: number): Promise<FeeVerdict>;
};

const WITHIN_MS = 3_000;
/** A trade that was refused just now is explained by what its tokens do now. */
const AS_OF_NOW_MS = 60_000;

/** @param deps.maxCostBps how much less than a fair price a trade may bring, all in all */
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
      return `${keepsText(buyBps)}, and no more than ${percent(maxCostBps)} under a fair price is ever paid.`;
    },

    async judge({ chainId, tokenIn, tokenOut, amountOutMinimum }, worseBps) {
      const measured = [tokenIn, tokenOut].map((token) => transferFees.of(chainId, token, { maxAgeMs: AS_OF_NOW_MS }));
      const [spent, bought] = await Promise.all(measured);
      if (spent != null && spent.sellBps > 0) return { kind: 'refused', detail: `Of the token that is spent: ${spentText(spent.sellBps)}` };
      const feeBps = bought?.buyBps ?? 0;
      if (feeBps === 0) return { kind: 'no-fee' };
      const poolsBps = Math.max(0, worseBps);
      if (poolsBps + feeBps > maxCostBps) {
        const detail = `Of the token that is bought: ${keepsText(feeBps)}. With the ${percent(poolsBps)} that the pools take, that is more than the ${percent(maxCostBps)} that a trade may lose.`;
        return { kind: 'refused', detail };
      }
      return { kind: 'reckoned', amountOutMinimum: (amountOutMinimum * BigInt(10_000 - feeBps)) / 10_000n, feeBps };
    },
  };

  async function known(chainId: number, token: string): Promise<TransferFee> {
    try {
      return (await chainWithinTime(transferFees.of(chainId, token), WITHIN_MS, chainId)) ?? NO_FEE;
    } catch (error) {
      repeats.warn(String(chainId), 'What a token takes of its transfers could not be measured', { chainId, token, error });
      return NO_FEE;
    }
  }
}

const NO_FEE: TransferFee = { buyBps: 0, sellBps: 0 };

function spentText(bps: number): string {
  return `${keepsText(bps)}, and a pool takes no trade whose tokens arrive short.`;
}

function keepsText(bps: number): string {
  return `it keeps ${percent(bps)} of each transfer`;
}

function percent(bps: number): string {
  return `${bps / 100} %`;
}
