import { wordSet } from '../text/word-set.ts';
import type { Entity } from './entity.ts';
import { type Reading, take } from './reading.ts';

const BETWEEN = wordSet('+ - * / x × & and plus minus times y e ve aur mas mais arti eksi');

/** Words that exclude a part from "all": "all but 10 usdc", "everything except eth". */
const EXCEPT = wordSet(
  'except excepting excluding besides apart aside barring bar minus sans menos excepto exceto salvo fora haric disinda haricinde ' +
    'chhodkar chodkar chhod alawa siwa',
);
/** Words for a part that the user keeps, before it or, in some languages, after it. */
const KEEPS = wordSet(
  'leave leaves leaving keep keeping retain retaining reserve reserving spare deja dejame dejar dejando conserva conservando guarda ' +
    'deixa deixe deixar deixando mantem mantenha birak kalsin birakarak tut rakho rakhna rakh rakhkar bacha bachao chhodo',
);
const FOLLOW = wordSet('number all keep keeping leave leaving not the for');
/** Maximum number of words between "leave" and the amount: "leave me at least 10". */
const KEEPS_WITHIN = 4;

/** Marks words such as "except" and "leave me" before an amount as unclear, because no slot expresses "all but 10". */
export function readExceptions(reading: Reading): void {
  const { words, entities } = reading;
  if (!entities.some(({ kind }) => kind === 'amount' || kind === 'all')) return;
  const hasAll = entities.some((entity) => entity.kind === 'all' || (entity.kind === 'amount' && entity.unit === 'percent'));
  const isAmount = (at: number) => entities.some(({ kind, from }) => kind === 'amount' && from === at);
  for (const [at, { text, kind }] of words.entries()) {
    if (kind !== 'word' || reading.taken[at] === true) continue;
    const isBut = text === 'but' && (FOLLOW.has(words[at + 1]?.text ?? '') || isAmount(at + 1) || reading.taken[at - 1] === true);
    if (hasAll && (isBut || EXCEPT.has(text))) take(reading, { kind: 'unclear', from: at, to: at + 1 });
    else if (KEEPS.has(text) && isNear(at)) take(reading, { kind: 'unclear', from: at, to: at + 1 });
  }

  function isNear(at: number): boolean {
    const isBack = reading.language === 'tr' || reading.language === 'hi';
    return Array.from({ length: KEEPS_WITHIN }, (_, i) => i + 1).some((far) => isAmount(at + far) || (isBack && isAmount(at - far)));
  }
}

/** Returns where "50 % of 100" or "10 % of an eth" ends, which is no share of the balance; null for another percentage. */
export function partOfNumber({ words }: Reading, to: number): number | null {
  const next = words[to + 1];
  const isNumber = next?.kind === 'number' || ['a', 'an', 'one', 'un', 'um'].includes(next?.text ?? '');
  return ['of', 'de'].includes(words[to]?.text ?? '') && isNumber ? to + 2 : null;
}

/**
 * Replaces amounts that follow each other by one unclear amount, because they state no single amount: "50 50 usdc", "5 + 5 usdc", "2
 * thousand five hundred".
 */
export function joinAmounts(reading: Reading): void {
  const { words, entities, taken } = reading;
  if (entities.filter(({ kind }) => kind === 'amount' || kind === 'unclear').length < 2) return;
  for (let i = 0; i < entities.length; i += 1) {
    const [first, second] = [entities[i], nextOf(entities, entities[i])];
    if (first === undefined || second === undefined || !isJoined(reading, first, second)) continue;
    entities.splice(entities.indexOf(second), 1);
    entities[entities.indexOf(first)] = { kind: 'unclear', from: first.from, to: second.to };
    for (let at = first.from; at < second.to; at += 1) taken[at] = true;
    i = -1;
  }

  function nextOf(all: readonly Entity[], before: Entity | undefined): Entity | undefined {
    if (before === undefined) return undefined;
    return all.find(({ from }) => from === before.to || (from === before.to + 1 && BETWEEN.has(words[before.to]?.text ?? '')));
  }
}

function isJoined({ words }: Reading, first: Entity, second: Entity): boolean {
  if (first.kind === 'unclear') return second.kind === 'unclear' || (second.kind === 'amount' && second.unit === 'bare');
  if (first.kind !== 'amount' || first.unit !== 'bare') return false;
  if (second.kind === 'unclear') return true;
  return second.kind === 'amount' && second.unit === 'bare' && !(second.isNegative === true && words[first.to]?.raw !== '-');
}
