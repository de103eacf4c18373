import { PENDING_FOR_MS } from '../../../../values/assistant/chat-turn.ts';
import { cutText } from '../../../../values/cut-text.ts';
import type { Question, Understood } from '../agent-service.ts';
import type { Analysis } from '../analyse-message.ts';
import { plain } from '../finish-understanding.ts';
import { answerPending, LEFT_ALONE } from './answer-question.ts';

const QUESTION_CHARACTERS = 200;

/**
 * Understands a message that would answer a question of the bot, but comes too late for it. Such a message names only values, so it is not
 * taken for a request of its own: "eth" was not meant to ask for a price. Returns null for all other messages.
 */
export function lateAnswer(analysis: Analysis, question: Question, text: string): Understood | null {
  const { expired, recent } = question;
  if (expired === undefined || question.pending !== undefined) return null;
  const answered = answerPending(analysis, { ...question, pending: expired }, text);
  // "Never mind" is understood even when the question is too old.
  if (answered === LEFT_ALONE) return answered;
  if (answered?.pending !== 'filled') return null;
  const last = recent.at(-1);
  const asked = last?.from === 'bot' ? ` "${cutText(last.text.split('\n')[0] ?? '', QUESTION_CHARACTERS)}"` : '';
  const minutes = PENDING_FOR_MS / 60_000;
  return plain(
    'text',
    1,
    `The question${asked} is older than ${minutes} minutes, so nothing was done with your answer. Send the whole request again.`,
  );
}
