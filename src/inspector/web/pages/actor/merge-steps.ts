import type { ActorRecord, HistoryEntry, StateValue } from '../../data/actor-record.ts';
import type { FeedEvent } from '../../data/feed-event.ts';

/** A step of the actor, taken from its history or the live feed and reduced to the fields that the statechart needs. */
export type Step = { readonly revision: number; readonly event: string; readonly to: StateValue; readonly atMs: number };

/** Number of newest steps that are kept in memory. The chart needs fewer of them for its fading highlight of past states. */
const KEPT = 16;

/** Merges the steps from several sources (history and live feed) by revision, oldest first. */
export function mergeSteps(...sources: readonly (readonly Step[])[]): Step[] {
  const byRevision = new Map<number, Step>();
  for (const step of sources.flat()) if (!byRevision.has(step.revision)) byRevision.set(step.revision, step);
  return [...byRevision.values()].sort((a, b) => a.revision - b.revision).slice(-KEPT);
}

export function stepsOfHistory(entries: readonly HistoryEntry[]): Step[] {
  return entries.map(({ revision, event, to, atMs }) => ({ revision, event: event.type, to, atMs }));
}

export function stepsOfFeed(events: readonly FeedEvent[], id: string): Step[] {
  return events.flatMap((event) =>
    event.kind === 'committed' && event.id === id ? [{ revision: event.revision, event: event.event, to: event.to, atMs: event.atMs }] : [],
  );
}

/** Adds the actor's current record as the last step when neither the history nor the live feed has delivered its revision yet. */
export function withRecord(steps: readonly Step[], record: Pick<ActorRecord, 'revision' | 'snapshot' | 'updatedAtMs'>): readonly Step[] {
  const newest = steps.at(-1);
  if (newest !== undefined && newest.revision >= record.revision) return steps;
  return [...steps, { revision: record.revision, event: '', to: record.snapshot.value, atMs: record.updatedAtMs }];
}

/**
 * Returns the actor's earlier states up to a revision, oldest first, without consecutive duplicates. The state of that revision itself is
 * omitted.
 */
export function pathBefore(steps: readonly Step[], revision: number): StateValue[] {
  const values = steps.filter((step) => step.revision <= revision).map(({ to }) => to);
  const changes = values.filter((value, index) => index === 0 || JSON.stringify(value) !== JSON.stringify(values[index - 1]));
  return changes.slice(0, -1);
}

/** Maximum number of new steps that the chart plays one after another. When more steps have arrived, the older ones are skipped. */
const PLAYED = 10;

/**
 * Returns the next revision that the chart shows after the revision `shown`, so that each state is highlighted in turn. Null when there is
 * no newer revision.
 */
export function nextShown(steps: readonly Step[], shown: number): number | null {
  const later = steps.filter(({ revision }) => revision > shown);
  return (later.length > PLAYED ? later.at(-PLAYED) : later[0])?.revision ?? null;
}
