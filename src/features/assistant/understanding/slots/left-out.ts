import type { Slots } from '../agent-service.ts';
import type { Entity } from '../entities/entity.ts';
import { hasAnyMark, isTaken, type Reading, textOf } from '../entities/reading.ts';

const MOST_LEFT_OUT = 12;
const LONGEST = 40;

type Left = { readonly from: number; readonly text: string };

/**
 * Returns the words that the grammar does not know, and the amounts, tokens and chains of the message that no slot (value of the request)
 * contains.
 */
export function leftOutOf(reading: Reading, slots: Slots): readonly string[] {
  const left: Left[] = [...unusedIn(reading, slots)];
  for (const [at, { kind, raw }] of reading.words.entries()) {
    const isKnown = hasAnyMark(reading, at) || isTaken(reading, at);
    if (!isKnown && kind !== 'sign' && kind !== 'arrow' && kind !== 'suffix') left.push({ from: at, text: raw });
  }
  return inOrder(left);
}

/**
 * Returns the amounts, tokens, chains and addresses of the message that no slot (value of the request) contains. Words are not included,
 * because another agent service may have understood them.
 */
export function unusedValues(reading: Reading, slots: Slots): readonly string[] {
  return inOrder(unusedIn(reading, slots));
}

function unusedIn(reading: Reading, slots: Slots): readonly Left[] {
  if (reading.entities.length === 0) return [];
  const taken = new Set(valuesOf(slots));
  const unused = reading.entities.filter((entity) => !isUsed(entity, taken, slots));
  return unused.map(({ from, to }) => ({ from, text: textOf(reading, from, to) }));
}

function inOrder(left: readonly Left[]): readonly string[] {
  if (left.length === 0) return [];
  return left
    .toSorted((a, b) => a.from - b.from)
    .slice(0, MOST_LEFT_OUT)
    .map(({ text }) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
}

function isUsed(entity: Entity, taken: ReadonlySet<string>, slots: Slots): boolean {
  switch (entity.kind) {
    case 'amount':
      return taken.has(entity.value);
    case 'token':
      return taken.has(entity.slot);
    case 'unknown':
    case 'unclear':
    case 'broken':
      return false;
    case 'chain':
      return entity.id !== null && taken.has(String(entity.id));
    case 'address':
    case 'name':
    case 'hash':
      return taken.has(entity.text);
    case 'interval':
      return taken.has(String(entity.seconds));
    case 'times':
      return taken.has(String(entity.count));
    case 'until':
      return taken.has(entity.iso);
    case 'span':
      return slots.count !== undefined || slots.until !== undefined || slots.intervalSeconds !== undefined;
    default:
      return true;
  }
}

function valuesOf({ steps, ...slots }: Slots): readonly string[] {
  return [...Object.values(slots).map(String), ...(steps ?? []).flatMap((step) => Object.values(step.slots).map(String))];
}
