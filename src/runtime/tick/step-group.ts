import type { Clock } from '../../values/clock.ts';
import type { PlainEvent } from '../define/definition.ts';
import type { Engine } from '../engine/engine.ts';
import type { Feed } from '../engine/feed.ts';
import type { Cell, Envelope, Work } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { stepAhead } from '../step/plan-event.ts';
import { type BackOff, tickFailure } from './back-off.ts';
import type { TickCounts } from './tick-counts.ts';

export type StepGroupDeps = { readonly engine: Engine; readonly clock: Clock; readonly feed: Feed; readonly backOff: BackOff };

/**
 * Computes and commits the steps of actors of one type, with the external data (facts) that they need. Resolves when each actor has
 * committed, has nothing to do, or backs off.
 */
export type StepGroup = (
  actor: CompiledActor,
  group: readonly Cell[],
  facts: ReadonlyMap<string, unknown>,
  tickAtMs: number,
  counts: TickCounts,
) => Promise<void>;

export function createStepGroup(deps: StepGroupDeps): StepGroup {
  const { engine, clock, backOff } = deps;

  return (actor, group, facts, tickAtMs, counts) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const spec = actor.definition.tick;
    const eventId = `tick-${tickAtMs}`;
    const nowMs = clock.now();
    let left = group.length;
    const over = () => {
      left -= 1;
      if (left === 0) resolve();
    };
    const done: Envelope['done'] = (outcome) => {
      counts.stepped += 1;
      if (outcome.changed) counts.committed += 1;
      over();
    };
    for (const cell of group) {
      const failed = (error: unknown) => {
        counts.failed += 1;
        backOff(cell, error, tickAtMs, over);
      };
      try {
        const event = cell.loaded && spec ? spec.event(facts, cell.loaded.snapshot) : null;
        if (event === null) {
          over();
          continue;
        }
        const isFree = !cell.busy && cell.queue === null && !cell.evicted;
        const ahead = isFree && cell.loaded ? stepAhead(actor, cell.loaded, event, nowMs) : undefined;
        if (ahead === null) {
          counts.stepped += 1;
          over();
          continue;
        }
        const envelope: Envelope = { work: tickWork(event, ahead), eventId, cause: TICK, tries: 0, done, failed };
        if (isFree) engine.run(cell, envelope);
        else engine.deliver(cell.id, envelope, false);
      } catch (error) {
        failed(tickFailure(deps, cell, error));
      }
    }
    return promise;
  };
}

const TICK: Envelope['cause'] = Object.freeze({ kind: 'tick' });

function tickWork(event: PlainEvent, ahead: ReturnType<typeof stepAhead>): Work {
  return ahead === undefined || ahead === null ? { kind: 'tick', event } : { kind: 'tick', event, ahead };
}
