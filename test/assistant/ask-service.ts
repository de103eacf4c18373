import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Understood } from '../../src/features/assistant/understanding/agent-service.ts';
import { DEVNET_CHAIN_ID } from '../../src/values/chain-ids.ts';

const reply = v.object({
  data: v.looseObject({
    action: v.string(),
    data: v.looseObject({
      understood: v.looseObject({ intent: v.string(), slots: v.looseObject({}), confidence: v.number() }),
      asked: v.optional(v.looseObject({ missing: v.array(v.string()) })),
    }),
  }),
});

/** Returns a function that sends a message to the chat of a service, from a new wallet, and returns what the service understood. */
export function askService(url: string): (input: string) => Promise<Understood> {
  return async (message) => {
    const wallet = `0x${randomBytes(20).toString('hex')}`;
    const response = await fetch(`${url}/v1/assistant/message`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ message, wallet, chainId: DEVNET_CHAIN_ID }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The service answered ${response.status} to "${message}": ${text.slice(0, 300)}`);
    const { understood, asked } = v.parse(reply, JSON.parse(text)).data.data;
    const { intent, slots, confidence } = understood;
    // The casts are safe enough for a comparison with labels: values that are not of these types are not equal to a label.
    return { intent, slots, confidence, by: 'grammar', missing: asked?.missing ?? [], leftOut: [] } as Understood;
  };
}
