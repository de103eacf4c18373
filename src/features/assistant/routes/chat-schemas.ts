import * as v from 'valibot';
import { chainIdMember, chainIdText, upTo200 } from '../../../http/fields.ts';
import { walletText } from '../../../http/wallet-text.ts';
import { CHAT_ACTIONS } from '../../../values/assistant/chat-actions.ts';
import { MOST_MESSAGE_CHARACTERS } from '../../../values/assistant/chat-turn.ts';
import { isUuid } from '../../../values/id-source.ts';
import { answerDataSchema } from '../answers/answer-data.ts';

const uuid = v.pipe(
  v.string(),
  v.check(isUuid, 'Expected a UUID.'),
  v.transform((text) => text.toLowerCase()),
);
export const maybeWallet = v.optional(v.nullable(walletText), null);

/** Control characters that change the text before them on a screen, such as a backspace. */
const EDITING = ['\b', '\u007f', '\u001b', '\u009b'];

/**
 * Removes control characters, which no message needs. Characters that edit the text before them, and incomplete surrogate pairs, become
 * U+FFFD, so that it stays visible that the message was broken.
 */
function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, plainControl)
    .trim();
}

function plainControl(character: string): string {
  if (EDITING.includes(character)) return '\ufffd';
  return /[\n\t\r\u2028\u2029]/.test(character) ? '\n' : '';
}

/** A text that a person wrote, without control characters. It may be empty. */
export const writtenText = v.pipe(
  v.string(),
  v.transform(cleaned),
  v.check(
    (text) => text.length <= MOST_MESSAGE_CHARACTERS || [...text].length <= MOST_MESSAGE_CHARACTERS,
    `Expected at most ${MOST_MESSAGE_CHARACTERS} characters.`,
  ),
);
const messageText = v.pipe(
  writtenText,
  v.nonEmpty('Expected a message.'),
  v.check((text) => /[^\ufffd\s]/u.test(text), 'Expected a message.'),
);

export const messageBody = v.object({
  message: messageText,
  /** The wallet that sends the message. Its conversations are listed under it. */
  wallet: maybeWallet,
  /** Id of the conversation; when missing, a new conversation is started. */
  chatId: v.optional(v.nullable(uuid), null),
  /** The id of the wallet's current chain. */
  chainId: v.optional(v.nullable(v.union([chainIdMember, chainIdText])), null),
  /** The currency in which amounts are shown, such as EUR; dollars when missing. */
  currency: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.regex(/^[A-Za-z]{3,5}$/, 'Expected a currency such as EUR.'),
        v.transform((text) => text.toUpperCase()),
      ),
    ),
    null,
  ),
  messageId: v.pipe(
    v.optional(v.nullable(uuid), null),
    v.description(
      'A UUID that the client chooses for its message, or null. A second request with the same UUID counts as the same message.',
    ),
  ),
});

export const ofWallet = v.object({ wallet: walletText });
export const maybeOfWallet = v.object({ wallet: maybeWallet });
export const page = {
  limit: v.optional(upTo200, '50'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
};
export const sessionsQuery = v.object({ ...ofWallet.entries, ...page });
export const messagesQuery = v.object({ ...maybeOfWallet.entries, ...page });
export const ofChat = v.object({ chatId: uuid });

export const replySchema = v.object({
  text: v.string(),
  data: answerDataSchema,
  action: v.picklist(CHAT_ACTIONS),
  chatId: v.string(),
  messageId: v.string(),
});

export const messageSchema = v.object({
  _id: v.string(),
  id: v.string(),
  session: v.string(),
  senderType: v.picklist(['user', 'bot']),
  text: v.string(),
  /** The action of the answer, such as `quotes`; null for messages of the user. */
  action: v.nullable(v.string()),
  data: v.nullable(v.looseObject({})),
  createdAt: v.string(),
});

export const sessionSchema = v.object({
  ...{ _id: v.string(), id: v.string(), chatId: v.string(), wallet: v.nullable(v.string()), name: v.string() },
  /** The question that the bot has asked, and the time until which the next message counts as its answer. */
  pending: v.nullable(v.object({ intent: v.string(), missing: v.array(v.string()), options: v.array(v.unknown()), until: v.string() })),
  activeDappProjectId: v.nullable(v.string()),
  isAnswering: v.boolean(),
  waiting: v.number(),
  messages: v.number(),
  lastAction: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});
