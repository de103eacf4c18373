import type { AnyActorDefinition } from '../../runtime/define/definition.ts';
import type { Feed, FeedEvent } from '../../runtime/engine/feed.ts';
import type { RecordedError } from '../../runtime/record/record.ts';
import { typeOf } from '../../values/actor-id.ts';
import type { Clock } from '../../values/clock.ts';
import { isChainAway } from '../../values/errors/chain-away.ts';
import type { TypeFigure, TypeFigures } from '../../values/inspection/type-figures.ts';
import { MINUTE_MS } from './minute.ts';
import { createWorkWindow, firstMinuteOf, type WorkWindow } from './work-window.ts';

type TypeFiguresDeps = {
  readonly types: readonly { readonly type: string; readonly effects: AnyActorDefinition['effects'] }[];
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly clock: Clock;
  readonly nodeId: string;
};

type Observed = {
  readonly specs: AnyActorDefinition['effects'];
  readonly steps: WorkWindow;
  readonly effects: WorkWindow;
  readonly byEffect: Map<string, WorkWindow>;
  readonly quarantined: WorkWindow;
  lastError: TypeFigure['lastError'];
};

/** Measures the work of each actor type on this node, from the runtime's events. Returns a function that reads the current figures. */
export function createTypeFigures({ types, feed, clock, nodeId }: TypeFiguresDeps): () => Omit<TypeFigures, 'outages'> {
  const startedAtMs = clock.now();
  const observed = new Map(types.map(({ type, effects }) => [type, observe(effects)]));
  feed.subscribe((event) => {
    if (!('id' in event)) return;
    const ofType = observed.get(typeOf(event.id));
    if (ofType !== undefined) see(ofType, event);
  });
  return () => {
    const nowMs = clock.now();
    const sinceMs = Math.max(startedAtMs, firstMinuteOf(nowMs));
    const minutes = (nowMs - sinceMs) / MINUTE_MS;
    return { nodeId, nowMs, sinceMs, types: [...observed].map(([type, each]) => figureOf(type, each, { nowMs, sinceMs, minutes })) };
  };
}

function observe(specs: Observed['specs']): Observed {
  const [steps, effects, quarantined] = [createWorkWindow(), createWorkWindow(), createWorkWindow()];
  return { specs, steps, effects, quarantined, byEffect: new Map(), lastError: null };
}

function see(of: Observed, event: Extract<FeedEvent, { id: unknown }>): void {
  const { atMs } = event;
  switch (event.kind) {
    case 'committed':
      of.steps.done(atMs, event.ms);
      return;
    case 'step-failed':
      of.steps.failed(atMs);
      of.lastError = errorOf(event, event.event, event.error);
      return;
    case 'conflict':
      of.steps.retried(atMs);
      return;
    case 'quarantined':
      of.quarantined.failed(atMs);
      return;
    case 'effect-ended': {
      const byName = of.byEffect.get(event.name) ?? createWorkWindow();
      of.byEffect.set(event.name, byName);
      for (const work of [of.effects, byName]) {
        work.done(atMs, event.ms);
        if (event.outcome === 'quarantined') work.failed(atMs);
        else if (event.error !== null && isChainAway(event.error.code)) work.postponed(atMs);
        else if (event.outcome === 'failed') work.failed(atMs);
        else if (event.outcome !== 'settled') work.retried(atMs);
      }
      if (event.error !== null) of.lastError = errorOf(event, event.name, event.error);
      return;
    }
    default:
      // All remaining kinds of events, such as the start of an effect or a refused event, count neither as completed work nor as a failure.
      return;
  }
}

function errorOf({ id, atMs }: { id: string; atMs: number }, what: string, { code, message }: RecordedError): TypeFigure['lastError'] {
  return { id, what, code, message, atMs };
}

function figureOf(type: string, of: Observed, window: { nowMs: number; sinceMs: number; minutes: number }): TypeFigure {
  const figures = (work: WorkWindow) => work.figures(window.nowMs, window.minutes);
  return {
    type,
    steps: figures(of.steps),
    effects: figures(of.effects),
    byEffect: [...of.byEffect]
      .map(([name, work]) => ({ name, waitsOnPurpose: of.specs[name]?.waitsOnPurpose ?? false, ...figures(work) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    quarantines: figures(of.quarantined).failures,
    lastError: of.lastError !== null && of.lastError.atMs >= window.sinceMs ? of.lastError : null,
  };
}
