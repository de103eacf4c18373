import { wordSet } from '../text/word-set.ts';
import type { AmountEntity } from './entity.ts';
import type { Reading } from './reading.ts';

/** Words beside a percentage that is no amount to trade, as in "with 1 % slippage" and "a fee of 0.3 %". */
const TERMS = wordSet(
  'slippage slip tolerance fee fees tolerancia deslizamiento deslizamento comision comisiones comissao taxa taxas kayma toleransi komisyon',
);
/** Words that may stand between such a word and its percentage. */
const BETWEEN = wordSet('of : = at is to max maximum limit set tolerance up most the a price de del da do en em maxima maxima maximo con');
const MOST_BETWEEN = 3;

/** Marks the percentages that are the slippage or a fee, so that none of them is read as the share to trade or to send. */
export function readAsides(reading: Reading): void {
  reading.entities.forEach((entity, i) => {
    const aside = entity.kind === 'amount' ? asideOf(reading, entity) : null;
    if (aside === null) return;
    reading.entities[i] = { kind: 'aside', ...aside };
    reading.taken.fill(true, aside.from, aside.to);
  });
}

function asideOf(reading: Reading, { unit, from, to }: AmountEntity): { readonly from: number; readonly to: number } | null {
  const isTerm = (at: number) => TERMS.has(reading.words[at]?.text ?? '') && reading.taken[at] !== true;
  const isShare = unit === 'percent';
  const after = reach(reading, to, 1);
  if (isShare && isTerm(after)) return { from, to: isTerm(after + 1) ? after + 2 : after + 1 };
  const before = reach(reading, from - 1, -1);
  // A number without a percent sign is a share only right after the word: "slippage 2".
  const isBare = unit === 'bare' && reading.words[before]?.text === 'slippage' && !isCounted(reading, to);
  return (isShare || isBare) && isTerm(before) ? { from: before, to } : null;
}

/** Returns the first position from `at` on, in one direction, whose word does more than join a percentage with what it is of. */
function reach({ words, taken }: Reading, at: number, by: 1 | -1): number {
  let end = at;
  while (Math.abs(end - at) < MOST_BETWEEN && taken[end] !== true && BETWEEN.has(words[end]?.text ?? '')) end += by;
  return end;
}

/** Whether a token follows a number, which is then an amount of the token: "no slippage 2 weth". */
function isCounted({ words, question }: Reading, at: number): boolean {
  return question.tokens.bySymbol(words[at]?.raw ?? '').length > 0;
}
