import type { AmountEntity } from '../entities/entity.ts';
import { hasMark, type Reading } from '../entities/reading.ts';

/** Signs that can stand before a price in a message. */
const SIGNS: ReadonlySet<string> = new Set('<>≥≤=@');

/** Whether a number is a price, because it follows a word such as "above" or "hits", or a sign such as ">". */
export function isPrice(reading: Reading, amount: AmountEntity): boolean {
  if (amount.unit === 'percent') return false;
  if (reading.language === 'tr' || reading.language === 'hi') return isComparedAfter(reading, amount);
  if (isLeastOrMost(reading, amount)) return true;
  return [1, 2, 3].some((back) => {
    const at = amount.from - back;
    return at >= 0 && (hasMark(reading, at, 'above', 'below', 'reach') || SIGNS.has(reading.words[at]?.raw ?? ''));
  });
}

/** Whether a number is a bound, as in "3500 or more" or "2000 or less". */
function isLeastOrMost({ words }: Reading, { to }: AmountEntity): boolean {
  return (
    words[to]?.text === 'or' && ['more', 'higher', 'above', 'over', 'less', 'lower', 'below', 'under'].includes(words[to + 1]?.text ?? '')
  );
}

/** Whether a number is the price of an order, as in "at 2500", "@ $2500" or "for 2500 each". */
export function isAtPrice({ words }: Reading, { from, unit }: AmountEntity): boolean {
  if (unit === 'percent') return false;
  const [before, twoBefore] = [words[from - 1], words[from - 2]];
  return ['at', '@', 'reaches', 'hits', 'a', 'em'].includes(before?.text ?? '') && unit !== 'bare'
    ? true
    : before?.text === 'at' || before?.raw === '@' || (before?.text === 'of' && twoBefore?.text === 'price');
}

/** Whether a percentage is a change of a price, as in "drops 10 %", "is down by 5 %", "loses 20 %" or "10 % below". */
export function isMove(reading: Reading, { from, to }: AmountEntity): boolean {
  const isMoving = (at: number) => hasMark(reading, at, 'above', 'below', 'change');
  return [1, 2, 3].some((back) => from - back >= 0 && isMoving(from - back)) || isMoving(to) || isMoving(to + 1);
}

/** Whether a word of comparison follows the number, as is usual in Turkish and Hindi: "4000 üstüne çıkınca". */
function isComparedAfter(reading: Reading, { from, to }: AmountEntity): boolean {
  if (SIGNS.has(reading.words[from - 1]?.raw ?? '')) return true;
  return [0, 1, 2].some((ahead) => hasMark(reading, to + ahead, 'above', 'below', 'reach') && !isOtherAmount(reading, to, to + ahead));
}

function isOtherAmount({ entities }: Reading, from: number, to: number): boolean {
  return entities.some((entity) => (entity.kind === 'amount' || entity.kind === 'token') && entity.from >= from && entity.from < to);
}
