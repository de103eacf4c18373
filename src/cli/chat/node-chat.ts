import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { NodeClient } from '../operator/node-client.ts';
import { readEvents } from '../operator/read-events.ts';

const cardSchema = v.looseObject({
  action: v.string(),
  data: v.record(v.string(), v.unknown()),
  chatId: v.string(),
  messageId: v.string(),
});
const answerSchema = v.looseObject({ ...cardSchema.entries, text: v.string() });
const failureSchema = v.object({ code: v.string(), message: v.string() });

type Sent = {
  readonly message: string;
  readonly wallet: string | null;
  readonly chatId: string | null;
  readonly chainId: number | null;
  readonly currency: string | null;
};

type ChatEvent =
  | { readonly event: 'meta'; readonly data: v.InferOutput<typeof cardSchema> }
  | { readonly event: 'token'; readonly data: string }
  | { readonly event: 'done'; readonly data: null };

/**
 * The chat assistant of a running node, called over HTTP. All functions throw the errors that the node returns, with the node's error
 * codes.
 */
export type NodeChat = {
  readonly send: (sent: Sent) => Promise<v.InferOutput<typeof answerSchema>>;
  readonly stream: (sent: Sent) => AsyncGenerator<ChatEvent>;
};

export function createNodeChat(node: Pick<NodeClient, 'post' | 'stream'>): NodeChat {
  return {
    send: async (sent) => v.parse(answerSchema, await node.post('/message', sent)),

    async *stream(sent) {
      for await (const { event, data } of readEvents(await node.stream('/message/stream', sent))) {
        if (event === 'meta') yield { event, data: v.parse(cardSchema, JSON.parse(data)) };
        else if (event === 'token') yield { event, data };
        else if (event === 'done') yield { event, data: null };
        else if (event === 'error') throw new TerminalError(v.parse(failureSchema, JSON.parse(data)));
      }
    },
  };
}
