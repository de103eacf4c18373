import type { Entity } from './entity.ts';
import type { Reading } from './reading.ts';

const BETWEEN: ReadonlySet<string> = new Set('+ - * / x × & and plus minus times y e ve aur mas mais arti eksi'.split(' '));

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
