import type { Question } from '../agent-service.ts';
import type { Mark } from '../lexicon/lexicon.ts';
import type { Language } from '../lexicon/vocabulary.ts';
import type { Word } from '../text/split-words.ts';
import type { Entity, EntityKind, EntityOf } from './entity.ts';

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
  readonly conceptsAt: readonly ReadonlySet<string>[];
  readonly entities: Entity[];
  /** For each word of the message, whether the word belongs to an entity. */
  readonly taken: boolean[];
};

export function startReading(parts: Omit<Reading, 'conceptsAt' | 'entities' | 'taken'>): Reading {
  const conceptsAt = parts.words.map(() => new Set<string>());
  for (const { concept, from, to } of parts.marks) for (let at = from; at < to; at += 1) conceptsAt[at]?.add(concept);
  return { ...parts, conceptsAt, entities: [], taken: parts.words.map(() => false) };
}

export function isTaken({ taken }: Pick<Reading, 'taken'>, at: number): boolean {
  return taken[at] === true;
}

export function take({ entities, taken }: Reading, entity: Entity): void {
  entities.push(entity);
  for (let at = entity.from; at < entity.to; at += 1) taken[at] = true;
}

export function entitiesOf<K extends EntityKind>({ entities }: Pick<Reading, 'entities'>, kind: K): readonly EntityOf<K>[] {
  return entities.filter((entity): entity is EntityOf<K> => entity.kind === kind);
}

/** Whether the word at a position belongs to a phrase of one of the given concepts (word lists). */
export function hasMark({ conceptsAt }: Pick<Reading, 'conceptsAt'>, at: number, ...concepts: readonly string[]): boolean {
  const there = conceptsAt[at];
  return there !== undefined && there.size > 0 && concepts.some((concept) => there.has(concept));
}

/** Returns the text of some words, with the spaces of the message. */
export function textOf({ words }: Pick<Reading, 'words'>, from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ raw, isGlued }, at) => (isGlued || at === 0 ? raw : ` ${raw}`))
    .join('');
}
