import type { Token } from '../../../market/tokens/token.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import { compareRationals, floorRational, HUNDRED, multiplyRationals, parseRational } from '../../../values/rational.ts';
import { refuse } from '../answers/answer.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { ReadAmount, TokenAmount } from '../lookup/read-amount.ts';
import type { Step } from '../understanding/agent-service.ts';
import type { StepContext, StepOutput } from './plan.ts';

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
    return ofOutput(step, output);
  }
  if (slots.fromToken === undefined) return instead(refuse('missing-token', 'the token to spend is missing.'));
  const token = await findToken({
    ...{ text: slots.fromToken, slot: 'fromToken', chainId: slots.fromChainId },
    walletChainId: before.output?.token.chainId ?? slots.toChainId ?? asked.chainId,
  });
  if (token.answer) return token;
  const amount = await readAmount(slots, token.found, { wallet, change: before.changeOf(token.found) });
  return amount.answer ? amount : found({ token: token.found, amount: amount.found, usesStep: null });
}

function ofOutput({ slots: { amount, amountKind } }: Step, output: StepOutput): Found<Spent> {
  const { token, units, step } = output;
  const share = amountKind === 'percent' ? parseRational(amount ?? '0') : HUNDRED;
  if (compareRationals(share, HUNDRED) > 0 || share.numerator <= 0n)
    return instead(refuse('wrong-share', 'a share of an earlier result must be more than 0 and at most 100 percent.'));
  const part = floorRational(
    multiplyRationals({ numerator: units * share.numerator, denominator: share.denominator }, parseRational('0.01')),
  );
  if (part === 0n)
    return instead(refuse('amount-too-small', `what is left of step ${step} is less than the smallest unit of ${token.symbol}.`));
  const percent = share === HUNDRED ? 'all' : `${amount} %`;
  const note = `${percent} of the ${numberText(formatAmount(units, token.decimals))} ${token.symbol} that step ${step} guarantees`;
  return found({ token, amount: { units: part, text: formatAmount(part, token.decimals), note }, usesStep: step });
}
