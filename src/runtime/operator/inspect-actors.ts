import type { AnyMachineSnapshot } from 'xstate';
import { typeOf } from '../../values/actor-id.ts';
import type { Clock } from '../../values/clock.ts';
import type { TransactionNote } from '../../values/inspection/actor-details.ts';
import type { AmountTable, Gather, Outline, Shown, TransactionOutline } from '../../values/inspection/outline.ts';
import type { AnyInspection, InspectedAt } from '../define/definition.ts';
import type { ImplementedActor } from '../define/implement-actor.ts';
import type { ActorStore, LoadedActor } from '../record/actor-store.ts';
import type { ActorId, ActorRecord } from '../record/record.ts';
import { requireWhole, snapshotOf } from '../step/hydrate.ts';
import type { ExplainActors } from './explain-actors.ts';

/**
 * The details of an actor for operators, as its definition provides them. For a type without an inspection, they contain only the record.
 */
export type Inspected = {
  readonly record: ActorRecord;
  readonly amounts: AmountTable | null;
  readonly outline: Outline;
  /** Creates the details of an actor for operators. @throws any error of the definition's own code */
  readonly show: (transactions: readonly TransactionNote[]) => Shown;
};

export type InspectActors = {
  /**
   * Inspects an actor; null when the actor does not exist. `gather` reads the external data; when a source fails, it records the failure
   * and the inspection continues.
   */
  readonly inspect: (id: ActorId, gather: Gather) => Promise<Inspected | null>;
  /**
   * Describes the transactions by which an actor carries out requests of other actors that are still pending.
   * @param asked what each of these requests is for, by the request's key
   * @throws the errors of reading the actor
   */
  readonly inHand: (id: ActorId, asked: ReadonlyMap<string, string>) => Promise<readonly TransactionOutline[]>;
};

/** Creates the functions with which operators inspect actors. They use the actors' definitions and change nothing. */
export function createInspectActors(deps: {
  readonly actors: readonly Pick<ImplementedActor, 'definition' | 'inspection'>[];
  readonly store: Pick<ActorStore, 'load'>;
  readonly clock: Clock;
  readonly factsOf: ExplainActors['factsOf'];
}): InspectActors {
  const { store, clock, factsOf } = deps;
  const actors = new Map(deps.actors.map((actor) => [actor.definition.type, actor]));

  return {
    async inspect(id, gather) {
      const [found = null] = await store.load([id]);
      if (found === null) return null;
      const actor = actors.get(found.record.type);
      const spec = actor?.definition.inspection;
      const nothing: Inspected = { record: found.record, amounts: spec?.amounts ?? null, outline: {}, show: () => ({ sections: [] }) };
      if (actor === undefined || spec === undefined) return nothing;
      return gather('The details of the actor', nothing, async () => {
        const snapshot = snapshotIn(actor, found);
        const at = await momentOf(actor, found.record, snapshot, gather);
        return {
          ...nothing,
          outline: spec.outline?.(snapshot, at) ?? {},
          show: (transactions) => spec.show?.(snapshot, { ...at, transactions }) ?? { sections: [] },
        };
      });
    },

    async inHand(id, asked) {
      const actor = actors.get(typeOf(id));
      const spec = actor?.definition.inspection;
      if (actor === undefined || spec?.inHand === undefined) return [];
      const [found = null] = await store.load([id]);
      return found === null ? [] : spec.inHand(snapshotIn(actor, found), asked);
    },
  };

  async function momentOf(
    { definition, inspection }: Pick<ImplementedActor, 'definition' | 'inspection'>,
    record: ActorRecord,
    snapshot: AnyMachineSnapshot,
    gather: Gather,
  ): Promise<InspectedAt<unknown>> {
    const { id, type, createdAtMs } = record;
    const at = { id, key: id.slice(type.length + 1), createdAtMs, nowMs: clock.now() };
    const [facts, seen] = await Promise.all([
      wantsFacts(definition.inspection) ? factsOf(record).then(({ facts: known }) => known) : null,
      inspection?.(snapshot, { ...at, gather }) ?? null,
    ]);
    return { ...at, facts, seen };
  }
}

function wantsFacts(spec: AnyInspection | undefined): boolean {
  return spec?.usesFacts === true;
}

function snapshotIn({ definition }: Pick<ImplementedActor, 'definition'>, found: LoadedActor): AnyMachineSnapshot {
  requireWhole(found);
  return snapshotOf(definition, found.record);
}
