import type { ChainAddress } from '../../values/address.ts';
import { type ChatSessionView, MOST_TURNS } from '../../values/assistant/chat-turn.ts';
import { OverloadError } from '../../values/errors/overload-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

const RETRY_AFTER_MS = 2_000;

/**
 * Whether the session is hidden from a wallet, because it is deleted or belongs to another wallet. A conversation without an owner can be
 * used by anyone who knows its id, until the first wallet sends a message to it.
 */
export function isHidden({ state, wallet: owner }: ChatSessionView, wallet: ChainAddress | null): boolean {
  return state === 'deleted' || (owner !== null && owner !== wallet);
}

export function refusalOf(session: ChatSessionView, wallet: ChainAddress | null): Error {
  if (isHidden(session, wallet)) return chatNotFound();
  if (session.turns >= MOST_TURNS) {
    const message = `This conversation has ${MOST_TURNS} messages, which is the maximum. To begin a new conversation, leave out \`chatId\`.`;
    return new TerminalError({ code: 'chat-full', status: 409, message });
  }
  const waiting = Math.max(0, session.unanswered.length - 1);
  return new OverloadError({
    ...{ code: 'too-many-messages-waiting', status: 429, retryAfterMs: RETRY_AFTER_MS },
    message: `${waiting} messages of this conversation already wait for an answer. Wait for the next answer before you send another message.`,
    details: { waiting },
  });
}

export function chatNotFound(): TerminalError {
  return new TerminalError({ code: 'chat-not-found', status: 404, message: 'No conversation with this id exists for this wallet.' });
}

/** The error for a request that waits for an answer while its conversation is deleted. */
export function chatDeleted(): TerminalError {
  const message = 'This conversation was deleted before the message was answered.';
  return new TerminalError({ code: 'chat-not-found', status: 404, message });
}
