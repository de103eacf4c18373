import type { EffectRunner } from '../effects/effect-runner.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { StoreRef } from '../record/actor-store.ts';
import { anyTriggerHolds } from '../record/trigger-holds.ts';
import type { Cell } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import type { GatherFacts, TickFacts } from './gather-facts.ts';
import type { StepGroup } from './step-group.ts';
import type { TickCounts } from './tick-counts.ts';
import type { TopicWatch } from './watch-topics.ts';

export type ServeActorsDeps = {
  readonly runner: Pick<EffectRunner, 'wake'>;
  readonly isPaused: IsPaused;
  readonly watch: Pick<TopicWatch, 'watches'>;
  readonly gatherFacts: GatherFacts;
  readonly stepGroup: StepGroup;
};

/** The data of one tick that is shared by all pages of actors that the tick processes. */
export type TickWork = {
  readonly tickAtMs: number;
  readonly facts: TickFacts;
  readonly counts: TickCounts;
  /**
   * Store references of the actors that this tick has already processed, only for types with triggers. The set needs some 40 bytes of
   * memory for each such actor.
   */
  readonly served: Set<StoreRef>;
};

export type ServeActors = {
  /** Processes a page of actors: starts their due effects, and sends a tick event to the actors that are due. */
  readonly due: (cells: readonly Cell[], tick: TickWork) => Promise<void>;
  /**
   * Sends a tick event to the triggered actors on a page of actors of one type. An actor's copy in memory may have changed since the store
   * was searched, so an actor gets the event only if one of its current triggers is fulfilled.
   */
  readonly triggered: (cells: readonly Cell[], values: ReadonlyMap<string, number>, tick: TickWork) => Promise<void>;
};

/**
 * Creates the functions that process the loaded actors of a tick. Actors of one type are processed in groups that share one fetch of
 * external data.
 */
export function createServeActors({ runner, isPaused, watch, gatherFacts, stepGroup }: ServeActorsDeps): ServeActors {
  async function due(cells: readonly Cell[], tick: TickWork): Promise<void> {
    const { tickAtMs, counts, served } = tick;
    const groups = new Map<CompiledActor, Cell[]>();
    for (const cell of cells) {
      if (cell.loaded === null) continue;
      const { record } = cell.loaded;
      if (record.health.state === 'quarantined' || isPaused(cell.actor.type)) continue;
      if (record.outbox.length > 0) counts.effectsWoken += runner.wake(cell);
      if (record.dueAtMs === null || record.dueAtMs > tickAtMs || (record.health.untilMs ?? 0) > tickAtMs) continue;
      if (!cell.actor.definition.tick) continue;
      if (watch.watches(cell.actor)) served.add(cell.loaded.handle.ref);
      const group = groups.get(cell.actor);
      if (group) group.push(cell);
      else groups.set(cell.actor, [cell]);
    }
    for (const [actor, group] of groups) {
      counts.due += group.length;
      await serveGroup(actor, group, tick);
    }
  }

  async function triggered(cells: readonly Cell[], values: ReadonlyMap<string, number>, tick: TickWork): Promise<void> {
    const { tickAtMs, counts } = tick;
    const group = cells.filter(({ loaded }) => {
      if (loaded === null || loaded.record.health.state === 'quarantined' || (loaded.record.health.untilMs ?? 0) > tickAtMs) return false;
      return anyTriggerHolds(loaded.record.triggers, values);
    });
    const [first] = group;
    if (first === undefined) return;
    counts.triggered += group.length;
    await serveGroup(first.actor, group, tick);
  }

  async function serveGroup(actor: CompiledActor, group: readonly Cell[], { tickAtMs, facts, counts }: TickWork): Promise<void> {
    const { known, able } = await gatherFacts(actor, group, facts, tickAtMs, counts);
    // An operator may have paused the type while the external data was being fetched, so this is checked again.
    if (isPaused(actor.type)) return;
    if (known === null) counts.failed += able.length;
    else if (able.length > 0) await stepGroup(actor, able, known, tickAtMs, counts);
  }

  return { due, triggered };
}
