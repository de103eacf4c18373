import type { Log } from '../platform/log/log.ts';
import type { Feed, FeedEvent } from '../runtime/feed.ts';

/** Counts of what happened since the start, for `debug-stats`. */
export type FeedCounts = { readonly [name: string]: number };

/** Writes what operators must see to the log, and counts everything. Single commits and effects are debug lines. */
export function logFeed(feed: Feed, log: Log): () => FeedCounts {
  const counts = new Map<string, number>();
  feed.subscribe((event) => {
    const name = event.kind === 'effect-ended' ? `effect-${event.outcome}` : event.kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    write(event, log);
  });
  return () => Object.fromEntries(counts);
}

function write(event: FeedEvent, log: Log): void {
  const { kind, atMs: _atMs, ...fields } = event;
  switch (kind) {
    case 'quarantined':
      log.error('An actor was quarantined; an operator has to release it', fields);
      return;
    case 'step-failed':
      log.error('An actor could not take an event', fields);
      return;
    case 'store-error':
      log.error('The store did not do what it was asked', fields);
      return;
    case 'facts-failed':
      log.warn('The facts of a tick could not be fetched', fields);
      return;
    case 'topics-failed':
      log.warn('The values of what actors wait for could not be fetched', fields);
      return;
    case 'not-accepted':
      log.warn('An actor got an event that its state does not take', fields);
      return;
    case 'effect-ended':
      if (event.error !== null) log.warn('An effect did not end well', fields);
      else if (log.writes('debug')) log.debug('An effect ended', fields);
      return;
    case 'tick':
      if (event.report.missed > 0) log.warn('Ticks were missed; this one made up for them', { ...event.report });
      else if (event.report.due + event.report.triggered > 0) log.info('Tick', { ...event.report });
      else if (log.writes('debug')) log.debug('Tick', { ...event.report });
      return;
    default:
      if (log.writes('debug')) log.debug(kind, fields);
  }
}
