import type { ActorEventInfo, ActorTypeInfo } from '../../values/inspection/actor-type.ts';
import type { Chart } from '../../values/inspection/chart.ts';
import type { AnyActorDefinition } from '../define/definition.ts';
import { describeKeys } from '../define/key-spec.ts';
import type { StandardSchema } from '../define/standard-schema.ts';
import { DEFAULT_RETRY } from '../step/backoff.ts';
import { chartOf } from './chart-of.ts';

/** Describes an actor type based on its definition. Schemas are passed on unchanged; the caller converts them to JSON Schema. */
export type ActorTypeDescription = Omit<ActorTypeInfo, 'events' | 'pause'> & {
  readonly events: readonly (Pick<ActorEventInfo, 'type' | 'from'> & { readonly schema: StandardSchema | null })[];
};

export function describeActorType(definition: AnyActorDefinition): ActorTypeDescription {
  const { type, version, machine, keys, events, effects, tick, restore } = definition;
  const chart = chartOf(machine);
  return {
    type,
    version,
    chart,
    events: [
      ...Object.entries(events).map(([name, schema]) => ({ type: name, from: 'outside' as const, schema })),
      ...eventsOf(chart)
        .filter((name) => !Object.hasOwn(events, name))
        .map((name) => ({ type: name, from: 'inside' as const, schema: null })),
    ],
    effects: Object.entries(effects).map(([name, { safety, deadlineMs, delayMs, retry }]) => ({
      ...{ name, safety, deadlineMs, delayMs: delayMs ?? 0, maxAttempts: (retry ?? DEFAULT_RETRY).maxAttempts },
    })),
    keys: describeKeys([{ type, keys }]).map(({ name, kind, isSearched }) => ({ name, kind, isSearched })),
    isTicked: tick !== undefined,
    isRestorable: restore !== 'refuse',
  };
}

/** Returns the names of the events that a machine handles, without wildcards and XState's own events. */
function eventsOf({ states, on }: Chart): readonly string[] {
  const named = [...on, ...states.flatMap((state) => state.on)].map(({ event }) => event);
  return [...new Set(named)].filter((event) => event !== '' && !event.includes('*') && !event.startsWith('xstate.'));
}
