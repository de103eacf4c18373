import type { AnswerWaiters } from './answer-waiters.ts';
import type { Messages } from './create-messages.ts';
import type { Feedback } from './training/create-feedback.ts';

/**
 * Creates the function that deletes all stored data of a conversation, the messages before the feedback. Feedback that another request
 * stores at the same moment is deleted too, because that request checks afterwards whether its message still exists. Requests that wait for
 * an answer of the conversation then end, unless the conversation goes on because a message arrived at the same moment.
 */
export function createForgetAll(deps: {
  readonly messages: Pick<Messages, 'removeAll'>;
  readonly feedback: Pick<Feedback, 'removeAll'>;
  readonly waiters: Pick<AnswerWaiters, 'lookAgain'>;
}): (chatId: string) => Promise<void> {
  return async (chatId) => {
    await deps.messages.removeAll(chatId);
    await deps.feedback.removeAll(chatId);
    deps.waiters.lookAgain(chatId);
  };
}
