import * as v from 'valibot';
import type { TypePauses } from '../../operator/operations/type-pauses.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { NodeClient } from './node-client.ts';

/** An actor type, with the pause by which an operator has stopped all actors of this type; null when there is no pause. */
export type TypeState = { readonly type: string; readonly pause: TypePause | null };

/** The operations that apply to all actors of a type at once (pausing and resuming), through a node or on the store. */
export type TypeOperations = {
  readonly list: () => Promise<readonly TypeState[]>;
  readonly pause: (type: string, reason: string) => Promise<TypePause>;
  readonly resume: (type: string) => Promise<TypePause>;
};

const pauseSchema = v.object({ type: v.string(), by: v.string(), reason: v.string(), atMs: v.number() });
const typesSchema = v.array(v.object({ type: v.string(), pause: v.nullable(pauseSchema) }));

export function createNodeTypes(node: NodeClient): TypeOperations {
  const at = (type: string) => `/types/${encodeURIComponent(type)}`;
  return {
    list: async () => v.parse(typesSchema, await node.get('/types')),
    pause: async (type, reason) => v.parse(pauseSchema, await node.post(`${at(type)}/pause`, { reason })),
    resume: async (type) => v.parse(pauseSchema, await node.post(`${at(type)}/resume`)),
  };
}

/** Pauses and resumes actor types in a store; running nodes read the change within about a second. */
export function createStoreTypes({
  pauses,
  types,
  by,
}: {
  readonly pauses: TypePauses;
  readonly types: readonly string[];
  readonly by: string;
}): TypeOperations {
  return {
    async list() {
      const paused = new Map(pauses.list().map((pause) => [pause.type, pause]));
      return types.map((type) => ({ type, pause: paused.get(type) ?? null }));
    },
    pause: (type, reason) => pauses.pause(type, reason, by),
    resume: (type) => pauses.resume(type, by),
  };
}
