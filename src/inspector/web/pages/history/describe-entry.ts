import type { Cause, HistoryEntry } from '../../data/actor-record.ts';

/** What the runtime itself writes, in words. */
const RUNTIME_EVENTS: Readonly<Record<string, string>> = {
  'runtime.created': 'created',
  'runtime.settled': 'an effect was settled',
  'runtime.claimed': 'an effect was begun',
  'runtime.quarantined': 'quarantined',
  'runtime.postponed': 'an effect was put off',
  'runtime.backed-off': 'its tick failed: backing off',
  'runtime.released': 'released',
  'runtime.effect-retried': 'an effect was tried again',
  'runtime.restored': 'restored to an earlier state',
  'runtime.imported': 'imported',
};

/** The event's name, and what it means where the runtime wrote it. */
export function eventWords(type: string): { readonly name: string; readonly meaning: string | null } {
  return { name: type, meaning: RUNTIME_EVENTS[type] ?? null };
}

/** Who moved the actor. @param effectName of the effect whose result it was, where it is known */
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

/** The name of the effect that moved the actor, from the revision that asked for it; null where that is not at hand. */
export function effectNameOf({ kind, by }: Cause, entryAt: (revision: number) => HistoryEntry | null | undefined): string | null {
  const asked = kind === 'effect' && by !== undefined ? /\/(\d+)\/\d+(@\d+)?$/.exec(by)?.[1] : undefined;
  if (asked === undefined) return null;
  return entryAt(Number(asked))?.record.outbox.find(({ key }) => key === by)?.name ?? null;
}

/** Effects that were asked for in this very revision: their key says so (`actorId/revision/n`, with `@epoch` after a restore). */
export function effectsAsked({ revision, record }: HistoryEntry): readonly string[] {
  const prefix = `${record.id}/${revision}/`;
  return record.outbox.filter(({ key }) => key.startsWith(prefix)).map(({ name }) => name);
}

/** The actor whose effect asked: the key of an effect begins with it. */
function actorOf(key: string): string {
  return key.replace(/\/\d+\/\d+(@\d+)?$/, '');
}

/** `actorId/12/0` as `12/0`: the actor is known. */
function effectNumber(key: string): string {
  return /(\d+\/\d+(@\d+)?)$/.exec(key)?.[1] ?? key;
}
