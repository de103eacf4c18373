import type { Clock } from '../../values/clock.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { Phrase } from '../../values/inspection/sections.ts';
import type { WhyHead } from '../../values/inspection/why.ts';
import type { ImplementedActor } from '../define/implement-actor.ts';
import type { ActorRecord } from '../record/record.ts';
import { readSnapshot, whyHead } from './why.ts';

/**
 * The data that a list shows about an actor: its title, and why it waits. Both are null for an actor type that this program does not know.
 */
export type Summary = { readonly title: Phrase | null; readonly why: WhyHead | null };

export type Summarize = (record: ActorRecord) => Summary;

/** Creates the function that summarizes actors from their records alone. It never throws: data that cannot be read becomes null. */
export function createSummarize(deps: {
  readonly actors: readonly Pick<ImplementedActor, 'definition'>[];
  readonly clock: Clock;
  readonly tickEveryMs: number;
  readonly pauseOf: (type: string) => TypePause | null;
}): Summarize {
  const { clock, tickEveryMs, pauseOf } = deps;
  const definitions = new Map(deps.actors.map(({ definition }) => [definition.type, definition]));
  return (record) => {
    const definition = definitions.get(record.type);
    if (definition === undefined) return { title: null, why: null };
    const { id, type } = record;
    const why = whyHead({ record, definition, nowMs: clock.now(), pause: pauseOf(type), tickEveryMs });
    const { snapshot } = readSnapshot(definition, record);
    if (snapshot === null) return { title: null, why };
    try {
      const phrase = definition.inspection?.title?.(snapshot, { id, key: id.slice(type.length + 1) }) ?? [];
      return { title: phrase.length === 0 ? null : phrase, why };
    } catch {
      // The title only makes a list easier to read. So a fault in the code that builds it must not hide the list, which then shows the
      // actor's id.
      return { title: null, why };
    }
  };
}
