import { DAY_MS } from '../../../../values/utc-day.ts';
import type { Slots } from '../agent-service.ts';
import type { Entity } from '../entities/entity.ts';
import { hasAnyMark, isTaken, type Reading, textOf } from '../entities/reading.ts';
import { firstPart } from '../text/first-part.ts';
import { isPriceUnit } from './unusable-condition.ts';

const MOST_LEFT_OUT = 12;
const LONGEST = 40;

type Left = { readonly from: number; readonly text: string };

/**
 * Returns the words that the grammar does not know, and the amounts, tokens and chains of the message that no slot (value of the request)
 * contains.
 */
export function leftOutOf(reading: Reading, slots: Slots): readonly string[] {
  const left: Left[] = [...unusedIn(reading, slots)];
  reading.words.forEach(({ kind, raw }, at) => {
    const isKnown = hasAnyMark(reading, at) || isTaken(reading, at);
    if (!isKnown && kind !== 'sign' && kind !== 'arrow' && kind !== 'suffix') left.push({ from: at, text: raw });
  });
  return inOrder(left);
}

/**
 * Returns the amounts, tokens, chains and addresses of the message that no slot (value of the request) contains. Words are not included,
 * because another agent service may have understood them.
 */
export function unusedValues(reading: Reading, slots: Slots): readonly string[] {
  return inOrder(unusedIn(reading, slots));
}

/** Returns the parts of the message that no slot (value of the request) contains. */
export function unusedEntities({ entities }: Reading, slots: Slots): readonly Entity[] {
  const taken = valuesOf(slots);
  return entities.filter((entity) => !isUsed(entity, taken, slots));
}

function unusedIn(reading: Reading, slots: Slots): readonly Left[] {
  if (reading.entities.length === 0) return [];
  const taken = valuesOf(slots);
  return reading.entities.flatMap((entity): readonly Left[] => {
    const { to } = entity;
    const isUnit = entity.kind === 'token' && slots.price !== undefined && isPriceUnit(reading, entity, slots.price);
    const from = isUnit || isUsed(entity, taken, slots) ? (entity.kind === 'interval' ? entity.dayFrom : undefined) : entity.from;
    return from === undefined ? [] : [{ from, text: textOf(reading, from, to) }];
  });
}

function inOrder(left: readonly Left[]): readonly string[] {
  if (left.length === 0) return [];
  return left
    .toSorted((a, b) => a.from - b.from)
    .slice(0, MOST_LEFT_OUT)
    .map(({ text }) => firstPart(text, LONGEST));
}

function isUsed(entity: Entity, taken: readonly string[], slots: Slots): boolean {
  switch (entity.kind) {
    case 'amount':
      return taken.includes(entity.value);
    case 'token':
      return taken.includes(entity.slot);
    case 'unknown':
    case 'aside':
    case 'unclear':
    case 'broken':
    case 'unusable':
      return false;
    case 'chain':
      return entity.id !== null && taken.includes(String(entity.id));
    case 'address':
    case 'name':
    case 'hash':
      return taken.includes(entity.text);
    case 'fiat':
      return entity.code === 'USD' || taken.includes(entity.code);
    case 'interval':
      return taken.includes(String(entity.seconds));
    case 'times':
      return taken.includes(String(entity.count));
    case 'agent-term':
      return taken.includes(entity.value);
    case 'until':
      // The slot of "until tonight" is the midnight after the day.
      return taken.includes(entity.iso) || taken.includes(new Date(Date.parse(entity.iso) + DAY_MS).toISOString());
    case 'span':
      return [slots, ...(slots.steps ?? []).map((step) => step.slots)].some(
        ({ count, until, intervalSeconds }) => count !== undefined || until !== undefined || intervalSeconds !== undefined,
      );
    default:
      return true;
  }
}

function valuesOf(slots: Slots): readonly string[] {
  const values: string[] = [];
  for (const one of [slots, ...(slots.steps ?? []).map((step) => step.slots)]) {
    for (const value of Object.values(one)) if (typeof value !== 'object') values.push(String(value));
  }
  return values;
}
