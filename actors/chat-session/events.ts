import * as v from 'valibot';
import { MOST_MESSAGE_CHARACTERS } from '../../src/values/assistant/chat-turn.ts';
import { parseWallet } from '../../src/values/parse-wallet.ts';

const wallet = v.nullable(v.pipe(v.string(), v.maxLength(200), v.transform(parseWallet)));
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));

/** Events that the service and operators may send to a session. The others come from its own effects. */
export const chatEvents = {
  SEND: v.object({
    type: v.literal('SEND'),
    messageId: id,
    // In UTF-16 units, of which a character may have two.
    text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2 * MOST_MESSAGE_CHARACTERS)),
    wallet,
    chainId: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    currency: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3,5}$/))),
  }),
  DELETE: v.object({ type: v.literal('DELETE'), wallet }),
};
