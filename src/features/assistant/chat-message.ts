import type { CollectionSpec } from '../../platform/store/record-store.ts';
import type { ChainAddress } from '../../values/address.ts';
import { documentForm, integer, nullable, number, object, text, time } from '../../values/document-form.ts';
import type { JsonObject } from '../../values/json.ts';

/** A stored message of a conversation (API specification, "Chat resources"). */
export type StoredMessage = {
  /** The id of the conversation that contains the message. */
  readonly session: string;
  /** The wallet that owns the conversation; null while it has no owner. */
  readonly wallet: ChainAddress | null;
  /** Position of the message within the conversation. Each message of the user is directly followed by its answer. */
  readonly position: number;
  readonly turn: number;
  readonly senderType: 'user' | 'bot';
  readonly text: string;
  /** The action of the answer, such as `quotes`; null for messages of the user. */
  readonly action: string | null;
  readonly data: JsonObject | null;
  /** The question that the answer asks the user; null for messages of the user. */
  readonly pending: JsonObject | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

export const CHAT_MESSAGES: CollectionSpec = {
  name: 'chat-messages',
  ofWallet: { by: 'wallet', mayBeDeleted: true },
  indexes: [
    ['session', 'position'],
    ['wallet', 'createdAtMs'],
  ],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredMessage>({
    ...{ session: text, wallet: nullable(text), position: integer, turn: integer, senderType: text, text },
    ...{ action: nullable(text), data: nullable(object), pending: nullable(object), createdAtMs: time, expiresAtMs: number },
  }),
};

export function messageId(chatId: string, turn: number, senderType: StoredMessage['senderType']): string {
  return `${chatId}.${turn}.${senderType}`;
}

/** Returns the id of the conversation that a message with this id belongs to. */
export function chatOfMessage(id: string): string {
  return id.split('.', 1)[0] ?? '';
}

export function positionOf(turn: number, senderType: StoredMessage['senderType']): number {
  return 2 * turn + (senderType === 'user' ? 0 : 1);
}
