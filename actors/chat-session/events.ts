import * as v from 'valibot';
import { CHAT_ACTIONS } from '../../src/values/assistant/chat-actions.ts';
import { MOST_MESSAGE_CHARACTERS } from '../../src/values/assistant/chat-turn.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { parseWallet } from '../../src/values/parse-wallet.ts';

const wallet = v.nullable(v.pipe(v.string(), v.maxLength(200), v.transform(parseWallet)));
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));

const json = v.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Expected an object');
const pending = v.object({
  intent: v.string(),
  slots: json,
  missing: v.array(v.string()),
  options: v.array(json),
  operation: v.exactOptional(v.string()),
  untilMs: v.pipe(v.number(), v.safeInteger()),
});
const prepared = v.object({
  turn: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  understood: v.object({
    ...{ intent: v.string(), slots: json, confidence: v.number(), by: v.string(), missing: v.array(v.string()), options: v.array(json) },
    ...{
      operation: v.exactOptional(v.string()),
      leftOut: v.array(v.string()),
      text: v.nullable(v.string()),
      notice: v.exactOptional(v.string()),
    },
  }),
  answer: v.exactOptional(v.object({ text: v.string(), action: v.picklist(CHAT_ACTIONS), data: json, pending: v.nullable(pending) })),
});

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
    prepared: v.exactOptional(prepared),
  }),
  DELETE: v.object({ type: v.literal('DELETE'), wallet }),
};
