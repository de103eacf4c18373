import * as v from 'valibot';
import type { InspectorWorld } from './inspector-world.ts';

const recordSchema = v.looseObject({ revision: v.number(), snapshot: v.looseObject({ value: v.unknown(), context: v.looseObject({}) }) });
export type SeenRecord = v.InferOutput<typeof recordSchema>;

/** A client that acts on actors independently of the page, like an operator who uses curl. */
export function createOperatorClient({ origin, service }: Pick<InspectorWorld, 'origin' | 'service'>) {
  const pathOf = (id: string) => `${origin}/api/operator/actors/${encodeURIComponent(id)}`;
  async function ask(path: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...service.asOperator() };
    const response = await fetch(path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    const reply = v.parse(v.looseObject({ data: v.unknown(), message: v.string() }), await response.json());
    if (!response.ok) throw new Error(`${response.status}: ${reply.message}`);
    return reply.data;
  }
  return {
    read: async (id: string): Promise<SeenRecord> => v.parse(recordSchema, await ask(pathOf(id))),
    send: async (id: string, event: { readonly type: string }): Promise<SeenRecord> =>
      v.parse(v.looseObject({ record: recordSchema }), await ask(`${pathOf(id)}/send`, { event })).record,
  };
}
