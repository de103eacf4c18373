import type { Token } from '../../../market/tokens/token.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import { compareRationals, floorRational, HUNDRED, multiplyRationals, parseRational } from '../../../values/rational.ts';
import { refuse } from '../answers/answer.ts';
import { type FindToken, spentPlace } from '../lookup/find-token.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { ReadAmount, TokenAmount } from '../lookup/read-amount.ts';
import type { Step } from '../understanding/agent-service.ts';
import type { LeftOutput, StepContext } from './plan.ts';

export type Spent = { readonly token: Token; readonly amount: TokenAmount; readonly usesStep: number | null };

/**
 * Computes the amount that a step spends, from the wallet's balance after the earlier steps or from the amount that an earlier step
 * guarantees.
 */
export async function spentBy(
  step: Step,
  { asked, wallet, before }: StepContext,
  { findToken, readAmount }: { readonly findToken: FindToken; readonly readAmount: ReadAmount },
): Promise<Found<Spent>> {
  const { slots, usesEarlier } = step;
  if (usesEarlier) {
    const { output } = before;
    if (output === null) return instead(refuse('no-earlier-output', 'it uses the result of an earlier step, and no earlier step has one.'));
    const named = slots.fromToken;
    if (named !== undefined && named.toLowerCase() !== output.token.symbol.toLowerCase() && named.toLowerCase() !== output.token.address)
      return instead(refuse('other-output', `it would spend ${named}, and step ${output.step} gives ${output.token.symbol}.`));
    if (slots.fromChainId !== undefined && slots.fromChainId !== output.token.chainId)
      return instead(refuse('other-chain', `the ${output.token.symbol} of step ${output.step} is on another chain than this step.`));
    return ofOutput(step, output);
  }
  if (slots.fromToken === undefined) return instead(refuse('missing-token', 'the token to spend is missing.'));
  // A step that names no chain is where the trade before it delivers, unless it bridges a token to that chain.
  const delivered = before.output?.token.chainId;
  const chainId = delivered === undefined || delivered === slots.toChainId ? asked.chainId : delivered;
  const token = await findToken({ text: slots.fromToken, slot: 'fromToken', ...spentPlace(slots, chainId) });
  if (token.answer) return token;
  const amount = await readAmount(slots, token.found, {
    ...{ wallet, change: before.changeOf(token.found), isOfStart: step.shareOf === 'start' },
  });
  return amount.answer ? amount : found({ token: token.found, amount: amount.found, usesStep: null });
}

function ofOutput({ slots: { amount, amountKind } }: Step, output: LeftOutput): Found<Spent> {
  const { token, units, left, step } = output;
  const share = amountKind === 'percent' ? parseRational(amount ?? '0') : null;
  if (share !== null && (compareRationals(share, HUNDRED) > 0 || share.numerator <= 0n))
    return instead(refuse('wrong-share', 'a share of an earlier result must be more than 0 and at most 100 percent.'));
  const part = share === null ? left : percentOf(units, share);
  if (left <= 0n || part > left)
    return instead(
      refuse('nothing-left', `the earlier steps leave ${left <= 0n ? 'nothing' : 'too little'} of the ${token.symbol} of step ${step}.`),
    );
  if (part === 0n)
    return instead(refuse('amount-too-small', `what is left of step ${step} is less than the smallest unit of ${token.symbol}.`));
  const said = share !== null ? `${amount} %` : left === units ? 'all' : 'the rest';
  const note = `${said} of the ${numberText(formatAmount(units, token.decimals))} ${token.symbol} that step ${step} guarantees`;
  return found({ token, amount: { units: part, text: formatAmount(part, token.decimals), note }, usesStep: step });
}

function percentOf(units: bigint, { numerator, denominator }: ReturnType<typeof parseRational>): bigint {
  return floorRational(multiplyRationals({ numerator: units * numerator, denominator }, parseRational('0.01')));
}
