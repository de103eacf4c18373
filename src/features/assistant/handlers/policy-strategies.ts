import type { DipBuyStrategy } from '../../../values/autopilot/policy.ts';
import { numberOfRational, parseRational } from '../../../values/rational.ts';
import type { Asked } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { DAY_SEC } from './plan-times.ts';

export type Chosen = NonNullable<AnswerData['autopilot']>['chosen'][number];

/** How far back the highest price lies at most from which a fall is measured. */
const LOOKBACK_DAYS = 7;

/** Matches words for a policy that keeps the shares of several tokens. Two percentages in a message mean the same. */
const REBALANCE = /\brebalanc|\bbalanced\b|\b\d+\s*\/\s*\d+\b/iu;
const PERCENTAGE = /\d\s*%|%\s*\d/gu;

export const REBALANCE_TEXT =
  'A policy that keeps the shares of several tokens is made through the API, not in the chat: POST /api/defi/autopilot/preview checks a policy ' +
  'with a strategy of the type "rebalance" (weights, driftBps, intervalSeconds), and POST /api/defi/autopilot/create creates its agent.';

/** Builds the strategy that buys after a fall. The message states only the fall; the times are chosen. */
export function dipOf(
  buys: Pick<DipBuyStrategy, 'id' | 'tokenOut' | 'amount'>,
  dropBps: number,
): { readonly strategy: DipBuyStrategy; readonly chosen: readonly Chosen[] } {
  return {
    strategy: { ...buys, type: 'dip_buy', dropBps, lookbackSeconds: LOOKBACK_DAYS * DAY_SEC, cooldownSeconds: DAY_SEC },
    chosen: [
      {
        name: 'strategies[0].lookbackSeconds',
        value: `${LOOKBACK_DAYS} days`,
        why: 'The fall is measured from the highest price of this time.',
      },
      { name: 'strategies[0].cooldownSeconds', value: '1 day', why: 'So that one fall leads to at most one purchase a day.' },
    ],
  };
}

export function bpsOf(percent: string): number {
  return Math.round(numberOfRational(parseRational(percent)) * 100);
}

export function keepsShares({ text }: Pick<Asked, 'text'>): boolean {
  return REBALANCE.test(text) || (text.match(PERCENTAGE) ?? []).length > 1;
}
