import type { Log, LogFields } from '../platform/log/log.ts';
import { createRepeats, type Repeats } from '../platform/log/repeats.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { Feed, FeedEvent } from '../runtime/engine/feed.ts';
import type { Cause, RecordedError } from '../runtime/record/record.ts';

/** Counters of live feed events since the start of the node, for the reply of `GET /api/debug-stats`. */
export type FeedCounts = { readonly [name: string]: number };

/**
 * Logs the events of the live feed that operators must see, and counts all events. Single commits, single effects, and repeated failures of
 * the same kind (by actor type, effect and code) are logged at debug level. In addition, a repeated failure is logged at its own level from
 * time to time, with the number of repetitions. Ids have the same field names as in all other log lines: `actorId`, `effectKey`,
 * `requestId`, `traceId`.
 */
export function logFeed(
  feed: Feed,
  log: Log,
  { tracer = null, now }: { readonly tracer?: TraceIds | null; readonly now?: (() => number) | undefined } = {},
): () => FeedCounts {
  const counts = new Map<string, number>();
  const repeats = createRepeats({ log, ...(now === undefined ? {} : { now }) });
  feed.subscribe((event) => {
    const name = event.kind === 'effect-ended' ? `effect-${event.outcome}` : event.kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    write(event, { log, repeats, tracer });
  });
  return () => Object.fromEntries(counts);
}

type TraceIds = Pick<Tracer, 'traceIdOf'>;
type Out = { readonly log: Log; readonly repeats: Repeats; readonly tracer: TraceIds | null };

function write(event: FeedEvent, out: Out): void {
  const { kind } = event;
  const { log, tracer } = out;
  switch (kind) {
    case 'quarantined':
      log.error('Actor quarantined; an operator must release it', fieldsOf(event, tracer));
      return;
    case 'step-failed':
      log.error('Actor failed to process an event', fieldsOf(event, tracer));
      return;
    case 'store-error':
      again('error', `${kind}/${event.doing}/${event.error.code}`, 'Store operation failed', event, out);
      return;
    case 'facts-failed':
      again('warn', `${kind}/${event.type}/${event.error.code}`, 'Fetching the data that a tick needs failed', event, out);
      return;
    case 'topics-failed':
      again('warn', `${kind}/${event.type}/${event.error.code}`, 'Fetching the values of triggers failed', event, out);
      return;
    case 'not-accepted':
      log.warn('Actor ignored an event that its state does not accept', fieldsOf(event, tracer));
      return;
    case 'effect-ended':
      if (event.error !== null) again('warn', effectKey(event, event.error), 'Effect failed', event, out);
      else if (log.writes('debug')) log.debug('Effect completed', fieldsOf(event, tracer));
      return;
    case 'tick':
      if (event.report.missed > 0) log.warn('Ticks were missed; this tick did their work', { ...event.report });
      else if (event.report.due + event.report.triggered > 0) log.info('Tick', { ...event.report });
      else if (log.writes('debug')) log.debug('Tick', { ...event.report });
      return;
    default:
      if (log.writes('debug')) log.debug(kind, fieldsOf(event, tracer));
  }
}

/**
 * Limits the number of log lines about the same failure, because a lasting failure occurs at every tick (check of due actors) for every
 * actor.
 */
function again(level: 'warn' | 'error', key: string, message: string, event: FeedEvent, { log, repeats, tracer }: Out): void {
  const fields = fieldsOf(event, tracer);
  if (!repeats[level](key, message, fields)) log.debug(message, fields);
}

function effectKey({ id, name, outcome }: Extract<FeedEvent, { kind: 'effect-ended' }>, { code }: RecordedError): string {
  return `effect/${id.split('/')[0]}/${name}/${outcome}/${code}`;
}

/** Builds the fields of a log line about a live feed event. The function is called only for lines that are written. */
function fieldsOf(event: FeedEvent, tracer: TraceIds | null): LogFields {
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
