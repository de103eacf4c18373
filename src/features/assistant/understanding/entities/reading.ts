import type { Question } from '../agent-service.ts';
import type { Mark } from '../lexicon/lexicon.ts';
import type { Language } from '../lexicon/vocabulary.ts';
import type { Word } from '../text/split-words.ts';
import type { Entity, EntityKind, EntityOf } from './entity.ts';

const NONE: readonly never[] = [];

/**
 * The result of reading one message. Several functions add entities (parts of the message that can fill slots) to it; a word belongs to at
 * most one entity.
 */
export type Reading = {
  readonly words: readonly Word[];
  readonly language: Language;
  readonly nowMs: number;
  readonly question: Pick<Question, 'chainId' | 'supportedChains' | 'tokens'>;
  readonly marks: readonly Mark[];
  /** For each word of the message, the concepts (word lists) to which it belongs. */
  readonly conceptsAt: readonly (readonly string[])[];
  /** The concepts to which any words of the message belong. */
  readonly concepts: ReadonlySet<string>;
  readonly entities: Entity[];
  /** For each word of the message, whether the word belongs to an entity. */
  readonly taken: boolean[];
};

export function startReading(parts: Omit<Reading, 'conceptsAt' | 'concepts' | 'entities' | 'taken'>): Reading {
  const { words, language, nowMs, question, marks } = parts;
  const conceptsAt = words.map((): string[] => []);
  const concepts = new Set<string>();
  for (const { concept, from, to } of marks) {
    concepts.add(concept);
    for (let at = from; at < to; at += 1) conceptsAt[at]?.push(concept);
  }
  return { words, language, nowMs, question, marks, conceptsAt, concepts, entities: [], taken: words.map(() => false) };
}

export function isTaken({ taken }: Pick<Reading, 'taken'>, at: number): boolean {
  return taken[at] === true;
}

export function take({ entities, taken }: Reading, entity: Entity): void {
  entities.push(entity);
  for (let at = entity.from; at < entity.to; at += 1) taken[at] = true;
}

export function entitiesOf<K extends EntityKind>({ entities }: Pick<Reading, 'entities'>, kind: K): readonly EntityOf<K>[] {
  const isOfKind = (entity: Entity): entity is EntityOf<K> => entity.kind === kind;
  // Most messages have no entity of most kinds, and this is called dozens of times for each message.
  return entities.some(isOfKind) ? entities.filter(isOfKind) : NONE;
}

/** Whether the word at a position belongs to a phrase of one of the given concepts (word lists). */
export function hasMark(reading: Pick<Reading, 'conceptsAt'>, at: number, ...concepts: readonly string[]): boolean {
  return hasMarkOf(reading, at, concepts);
}

/** Like `hasMark`, for a list of concepts. */
export function hasMarkOf({ conceptsAt }: Pick<Reading, 'conceptsAt'>, at: number, concepts: readonly string[]): boolean {
  if (at < 0 || at >= conceptsAt.length) return false;
  for (const concept of conceptsAt[at] ?? NONE) if (concepts.includes(concept)) return true;
  return false;
}

/** Whether the word at a position belongs to a phrase of any concept (word list). */
export function hasAnyMark({ conceptsAt }: Pick<Reading, 'conceptsAt'>, at: number): boolean {
  return (conceptsAt[at]?.length ?? 0) > 0;
}

/** Whether any word of the message belongs to a phrase of one of the given concepts (word lists). */
export function hasConcept({ concepts: there }: Pick<Reading, 'concepts'>, concepts: readonly string[]): boolean {
  for (const concept of concepts) if (there.has(concept)) return true;
  return false;
}

/** Returns the text of some words, with the spaces of the message. */
export function textOf({ words }: Pick<Reading, 'words'>, from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ raw, isGlued }, at) => (isGlued || at === 0 ? raw : ` ${raw}`))
    .join('');
}
