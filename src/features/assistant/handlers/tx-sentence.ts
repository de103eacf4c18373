import { exactText, numberText, shortHash } from '../../../values/inspection/plain-number.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { revertText } from '../lookup/error-text.ts';
import { moneyText } from '../lookup/money.ts';

/** Describes in a sentence what a transaction did. */
export function txSentence(info: NonNullable<AnswerData['txInfo']>): string {
  const { status, transfers, value, nativeSymbol, feeUsd, fee, revertReason, to, createdContract } = info;
  const word = status === 'success' ? 'succeeded' : status === 'reverted' ? 'was reverted' : 'waits in the pool';
  const unknown = status === 'reverted' ? ' (no reason could be found; it may have run out of gas)' : '';
  const why = revertReason === null ? unknown : ` (${revertText(revertReason)})`;
  const called = to === null ? 'The creation of a contract' : calledOf(info);
  const receiver = to === null ? '' : ` to ${shortHash(to)}`;
  const created = createdContract === null ? '' : ` It created the contract ${createdContract}.`;
  const sent = value === '0' ? '' : ` with ${exactText(value)} ${nativeSymbol}`;
  const moved = transfers.slice(0, 3).map(({ amount, symbol, units, tokenId, to }) => {
    const what =
      tokenId !== null ? `NFT ${tokenId}` : amount === null ? `${units} units of an unlisted token` : `${exactText(amount)} ${symbol}`;
    return `${what} to ${shortHash(to)}`;
  });
  const moves = moved.length === 0 ? '' : ` It moved ${moved.join(', ')}${transfers.length > moved.length ? ', and more' : ''}.`;
  const usd = feeUsd === null ? '' : ` ($${moneyText(feeUsd)})`;
  const cost = fee === null ? '' : ` It cost ${numberText(fee)} ${nativeSymbol}${usd}.`;
  return `${called} on ${info.chain} by ${shortHash(info.from)}${receiver}${sent} ${word}${why}.${created}${moves}${cost}`;
}

function calledOf({ method, selector }: NonNullable<AnswerData['txInfo']>): string {
  if (method !== null) return `A call of ${method.name}`;
  return selector === null ? 'A transfer' : `A call of ${selector}`;
}
