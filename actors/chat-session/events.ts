import * as v from 'valibot';
import { MOST_MESSAGE_CHARACTERS } from '../../src/values/assistant/chat-turn.ts';
import { parseWallet } from '../../src/values/parse-wallet.ts';

const wallet = v.nullable(v.pipe(v.string(), v.maxLength(200), v.transform(parseWallet)));
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));

/**
 * Schemas of the events that the assistant service and operators can send to a chat session. All other events come from the session's own
 * effects.
 */
export const chatEvents = {
  SEND: v.object({
    type: v.literal('SEND'),
    messageId: id,
    // The message length is limited in characters, but `maxLength` counts UTF-16 code units. The maximum is doubled because a character can
    // take two code units.
    text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2 * MOST_MESSAGE_CHARACTERS)),
    wallet,
    chainId: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    currency: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3,5}$/))),
  }),
  DELETE: v.object({ type: v.literal('DELETE'), wallet }),
};
