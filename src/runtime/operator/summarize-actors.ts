import type { Clock } from '../../values/clock.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { Phrase } from '../../values/inspection/sections.ts';
import type { WhyHead } from '../../values/inspection/why.ts';
import type { ImplementedActor } from '../define/implement-actor.ts';
import type { ActorRecord } from '../record/record.ts';
import { readSnapshot, whyHead } from './why.ts';

/**
 * Functions that build what lists show about an actor, from the actor's record alone. Null for an actor type that this program does not
 * know.
 */
export type Summarize = {
  readonly titleOf: (record: ActorRecord) => Phrase | null;
  /** Returns why an actor waits, in the short form for a row of a list. */
  readonly whyOf: (record: ActorRecord) => WhyHead | null;
};

/** Creates the functions that summarize actors. They never throw: data that cannot be read becomes null. */
export function createSummarize(deps: {
  readonly actors: readonly Pick<ImplementedActor, 'definition'>[];
  readonly clock: Clock;
  readonly tickEveryMs: number;
  readonly pauseOf: (type: string) => TypePause | null;
}): Summarize {
  const { clock, tickEveryMs, pauseOf } = deps;
  const definitions = new Map(deps.actors.map(({ definition }) => [definition.type, definition]));
  return {
    titleOf(record) {
      const { id, type } = record;
      const definition = definitions.get(type);
      if (definition === undefined) return null;
      const { snapshot } = readSnapshot(definition, record);
      if (snapshot === null) return null;
      try {
        const phrase = definition.inspection?.title?.(snapshot, { id, key: id.slice(type.length + 1) }) ?? [];
        return phrase.length === 0 ? null : phrase;
      } catch {
        // The title only makes a list easier to read. An error in the code that builds it must not prevent the list from being shown; the
        // list then shows the actor's id.
        return null;
      }
    },
    whyOf(record) {
      const definition = definitions.get(record.type);
      return definition === undefined
        ? null
        : whyHead({ record, definition, nowMs: clock.now(), pause: pauseOf(record.type), tickEveryMs });
    },
  };
}
