import { numberText, shortHash } from '../../../values/inspection/plain-number.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { revertText } from '../lookup/error-text.ts';
import { moneyText } from '../lookup/money.ts';

/** Describes in a sentence what a transaction did. */
export function txSentence(info: NonNullable<AnswerData['txInfo']>): string {
  const { status, method, transfers, value, nativeSymbol, feeUsd, fee, revertReason } = info;
  const word = status === 'success' ? 'succeeded' : status === 'reverted' ? 'was reverted' : 'waits in the pool';
  const why = revertReason === null ? '' : ` (${revertText(revertReason)})`;
  const called = method === null ? (info.selector === null ? 'A transfer' : `A call of ${info.selector}`) : `A call of ${method.name}`;
  const sent = value === '0' ? '' : ` with ${numberText(value)} ${nativeSymbol}`;
  const moved = transfers.slice(0, 3).map(({ amount, symbol, units, tokenId, to }) => {
    const what =
      tokenId !== null ? `NFT ${tokenId}` : amount === null ? `${units} units of an unlisted token` : `${numberText(amount)} ${symbol}`;
    return `${what} to ${shortHash(to)}`;
  });
  const moves = moved.length === 0 ? '' : ` It moved ${moved.join(', ')}${transfers.length > moved.length ? ', and more' : ''}.`;
  const usd = feeUsd === null ? '' : ` ($${moneyText(feeUsd)})`;
  const cost = fee === null ? '' : ` It cost ${numberText(fee)} ${nativeSymbol}${usd}.`;
  return `${called} on ${info.chain} by ${shortHash(info.from)}${sent} ${word}${why}.${moves}${cost}`;
}
