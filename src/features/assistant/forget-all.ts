import type { Messages } from './create-messages.ts';
import type { Feedback } from './training/create-feedback.ts';

/**
 * Creates the function that deletes all stored data of a conversation. It deletes the messages before the feedback. Code that stores
 * feedback checks afterwards that the message still exists, so no feedback remains after its conversation was deleted.
 */
export function createForgetAll(deps: {
  readonly messages: Pick<Messages, 'removeAll'>;
  readonly feedback: Pick<Feedback, 'removeAll'>;
}): (chatId: string) => Promise<void> {
  return async (chatId) => {
    await deps.messages.removeAll(chatId);
    await deps.feedback.removeAll(chatId);
  };
}
