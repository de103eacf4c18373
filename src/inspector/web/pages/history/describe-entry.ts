import type { Cause, HistoryEntry } from '../../data/actor-record.ts';

/** Descriptions of the events that the runtime itself writes to the history. */
const RUNTIME_EVENTS: Readonly<Record<string, string>> = {
  'runtime.created': 'created',
  'runtime.settled': 'an effect ended',
  'runtime.leased': 'an effect started',
  'runtime.quarantined': 'quarantined',
  'runtime.postponed': 'an effect was postponed',
  'runtime.backed-off': 'its tick failed; backing off',
  'runtime.released': 'released',
  'runtime.effect-retried': 'an effect was tried again',
  'runtime.restored': 'restored to an earlier state',
  'runtime.imported': 'imported',
};

/** Returns an event's name, and a description if the runtime wrote the event. */
export function eventWords(type: string): { readonly name: string; readonly meaning: string | null } {
  return { name: type, meaning: RUNTIME_EVENTS[type] ?? null };
}

/**
 * Describes who caused a step of the actor.
 * @param effectName the name of the effect (a side effect such as sending a transaction) whose result caused the step, if known
 */
export function causeWords(
  { kind, by }: Cause,
  effectName: string | null = null,
): { readonly text: string; readonly actorId: string | null } {
  if (kind === 'tick') return { text: 'tick', actorId: null };
  if (kind === 'system') return { text: 'the runtime', actorId: null };
  if (by === undefined) return { text: kind === 'http' ? 'a request' : `an ${kind}`, actorId: null };
  if (kind === 'http') return { text: `request ${by}`, actorId: null };
  if (kind === 'operator') return { text: `operator ${by}`, actorId: null };
  if (kind === 'actor') return { text: `actor ${actorOf(by)}`, actorId: actorOf(by) };
  return { text: `effect ${effectName ?? effectNumber(by)}`, actorId: null };
}

/**
 * Returns the name of the effect (a side effect such as sending a transaction) whose result caused a step of the actor. The name is found
 * in the revision that requested the effect; null when that revision is not loaded.
 */
export function effectNameOf({ kind, by }: Cause, entryAt: (revision: number) => HistoryEntry | null | undefined): string | null {
  const asked = kind === 'effect' && by !== undefined ? /\/(\d+)\/\d+(@\d+)?$/.exec(by)?.[1] : undefined;
  if (asked === undefined) return null;
  return entryAt(Number(asked))?.record.outbox.find(({ key }) => key === by)?.name ?? null;
}

/**
 * Returns the names of the effects that were requested in a revision. Such an effect is recognized by its key, which contains the number of
 * the revision: `actorId/revision/n`, or `actorId/revision/n@epoch` if the actor was restored before; `epoch` counts its restores.
 */
export function effectsAsked({ revision, record }: HistoryEntry): readonly string[] {
  const prefix = `${record.id}/${revision}/`;
  return record.outbox.filter(({ key }) => key.startsWith(prefix)).map(({ name }) => name);
}

/** Extracts the id of the actor that requested an effect from the effect's key, which starts with that id. */
function actorOf(key: string): string {
  return key.replace(/\/\d+\/\d+(@\d+)?$/, '');
}

/** Shortens an effect's key to its number: `actorId/12/0` becomes `12/0`. The page already shows the actor. */
function effectNumber(key: string): string {
  return /(\d+\/\d+(@\d+)?)$/.exec(key)?.[1] ?? key;
}
