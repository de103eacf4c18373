import type { Log, LogFields } from '../platform/log/log.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { Feed, FeedEvent } from '../runtime/feed.ts';
import type { Cause } from '../runtime/record.ts';

/** Counts of what happened since the start, for `debug-stats`. */
export type FeedCounts = { readonly [name: string]: number };

/**
 * Writes what operators must see to the log, and counts everything. Single commits and effects are debug lines. Ids have the names that they
 * have in every other line: `actorId`, `effectKey`, `requestId`, `traceId`.
 */
export function logFeed(feed: Feed, log: Log, tracer: Pick<Tracer, 'traceIdOf'> | null = null): () => FeedCounts {
  const counts = new Map<string, number>();
  feed.subscribe((event) => {
    const name = event.kind === 'effect-ended' ? `effect-${event.outcome}` : event.kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    write(event, log, tracer);
  });
  return () => Object.fromEntries(counts);
}

function write(event: FeedEvent, log: Log, tracer: Pick<Tracer, 'traceIdOf'> | null): void {
  const { kind } = event;
  switch (kind) {
    case 'quarantined':
      log.error('An actor was quarantined; an operator has to release it', fieldsOf(event, tracer));
      return;
    case 'step-failed':
      log.error('An actor could not take an event', fieldsOf(event, tracer));
      return;
    case 'store-error':
      log.error('The store did not do what it was asked', fieldsOf(event, tracer));
      return;
    case 'facts-failed':
      log.warn('The facts of a tick could not be fetched', fieldsOf(event, tracer));
      return;
    case 'topics-failed':
      log.warn('The values of what actors wait for could not be fetched', fieldsOf(event, tracer));
      return;
    case 'not-accepted':
      log.warn('An actor got an event that its state does not take', fieldsOf(event, tracer));
      return;
    case 'effect-ended':
      if (event.error !== null) log.warn('An effect did not end well', fieldsOf(event, tracer));
      else if (log.writes('debug')) log.debug('An effect ended', fieldsOf(event, tracer));
      return;
    case 'tick':
      if (event.report.missed > 0) log.warn('Ticks were missed; this one made up for them', { ...event.report });
      else if (event.report.due + event.report.triggered > 0) log.info('Tick', { ...event.report });
      else if (log.writes('debug')) log.debug('Tick', { ...event.report });
      return;
    default:
      if (log.writes('debug')) log.debug(kind, fieldsOf(event, tracer));
  }
}

/** Made only for lines that are written. */
function fieldsOf(event: FeedEvent, tracer: Pick<Tracer, 'traceIdOf'> | null): LogFields {
  const { kind: _kind, atMs: _atMs, ...rest } = event;
  if (!('id' in rest)) return rest;
  const { id: actorId, ...fields } = rest;
  const traceId = tracer?.traceIdOf(event) ?? null;
  return { actorId, ...renamed(fields), ...(traceId === null ? {} : { traceId }) };
}

function renamed({ key, name, cause, ...fields }: { key?: string; name?: string; cause?: Cause; [field: string]: unknown }): LogFields {
  return {
    ...(key === undefined ? {} : { effectKey: key, effect: name }),
    ...fields,
    ...(cause === undefined ? {} : { cause }),
    ...(cause?.kind === 'http' && cause.by !== undefined ? { requestId: cause.by } : {}),
  };
}
