import type { Token } from '../../../market/tokens/token.ts';
import type { Address } from '../../../values/address.ts';
import { clause } from '../../../values/inspection/plain-number.ts';
import { type Answer, type Asked, refuse } from '../answers/answer.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { Intent, Step } from '../understanding/agent-service.ts';
import { keyOf, type LeftOutput, type PreparedStep, type PrepareStep } from './plan.ts';

export type StepKinds = Partial<Record<Intent, PrepareStep>>;

/** How long requesting the offers of all steps of a plan may take together, in ms. */
const OFFERS_WITHIN_MS = 14_000;

/** The kinds of steps in plain words. */
const WORDS: Partial<Record<Intent, string>> = {
  quotes: 'a swap or bridge transfer',
  send_token: 'a transfer',
  revoke_approvals: 'ending approvals',
  switch_chain: 'a switch of the chain',
  dca: 'a plan of purchases',
  limit_order: 'a limit order',
  price_alert: 'a price alert',
  buy_sell: 'a purchase or sale with money',
};

/**
 * Prepares the steps of a plan in order. Each step takes into account what the earlier steps spend and deliver. When one step cannot be
 * prepared, the whole plan is refused.
 */
export function createPreparePlan(kinds: StepKinds) {
  return async (steps: readonly Step[], asked: Asked, wallet: Address): Promise<Found<readonly PreparedStep[]>> => {
    const prepared: PreparedStep[] = [];
    const changes = new Map<string, bigint>();
    const allowances = new Set<string>();
    const trades = steps.filter(({ intent }) => intent === 'quotes').length;
    for (const [at, step] of steps.entries()) {
      const prepare = kinds[step.intent];
      if (prepare === undefined) return instead(notPrepared(at, step, refuse('no-step', 'this kind of step cannot be a part of a plan.')));
      const before = {
        ...{ number: at + 1, allowances, withinMs: OFFERS_WITHIN_MS / Math.max(1, trades) },
        output: leftOf(prepared),
        changeOf: (token: Token) => changes.get(keyOf(token)) ?? 0n,
      };
      const made = await prepare(step, { asked, wallet, before });
      if (made.answer) return instead(notPrepared(at, step, made.answer));
      prepared.push(made.found);
      for (const { key, units } of made.found.changes) changes.set(key, (changes.get(key) ?? 0n) + units);
      for (const key of made.found.allowances) allowances.add(key);
    }
    return found(prepared);
  };
}

/** Returns the output of the last trade, with what the steps after it have left of it. */
function leftOf(prepared: readonly PreparedStep[]): LeftOutput | null {
  const output = prepared.findLast((step) => step.output !== null)?.output ?? null;
  if (output === null) return null;
  const spent = prepared.flatMap(({ row: { usesStep, spends } }) =>
    usesStep === output.step && spends !== null ? [BigInt(spends.amountUnits)] : [],
  );
  return { ...output, left: spent.reduce((left, units) => left - units, output.units) };
}

function notPrepared(at: number, { intent }: Step, { text }: Answer): Answer {
  const what = WORDS[intent];
  return refuse(
    'step-not-prepared',
    `Step ${at + 1}${what === undefined ? '' : ` (${what})`} cannot be prepared: ${clause(text)}. Nothing was prepared.`,
  );
}
