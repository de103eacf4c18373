import { type ChatSessionView, type ChatTurn, MOST_HELD_TURNS, MOST_TURNS, type PreparedAnswer } from '../../values/assistant/chat-turn.ts';
import type { Clock } from '../../values/clock.ts';
import { type AnswerTurn, needsOnlyWords } from './answer-turn.ts';
import type { NewMessage } from './chat-actors.ts';
import { isHidden } from './chat-refusals.ts';
import type { UnderstandAtOnce } from './understand-turn.ts';

/**
 * Prepares the answer to a message before the message is sent to its conversation, so that the conversation stores both in one write. Null
 * when the answer needs more than words, or when the conversation cannot answer the message now. Then the conversation itself has the answer
 * prepared after it has stored the message.
 * @param session the conversation; null for a new one
 */
export type PrepareAnswer = (chatId: string, session: ChatSessionView | null, message: NewMessage) => Promise<PreparedAnswer | null>;

/** Maximum size of a prepared answer, in UTF-16 code units of its JSON. Larger answers would make the records of conversations large. */
const MOST_SIZE = 8_192;
const NEVER = new AbortController().signal;

export function createPrepareAnswer(deps: {
  readonly understand: UnderstandAtOnce;
  readonly answer: AnswerTurn;
  readonly clock: Clock;
}): PrepareAnswer {
  const { understand, answer, clock } = deps;

  return async (chatId, session, { wallet, ...message }) => {
    const sentAtMs = clock.now();
    if (session !== null && !isFree(session, { wallet, ...message })) return null;
    const turn: ChatTurn = { ...message, turn: (session?.turns ?? 0) + 1, sentAtMs };
    const { pending = null, recent = [], activeDappProjectId = null } = session ?? {};
    const isOpen = pending !== null && pending.untilMs > sentAtMs;
    try {
      const understood = await understand({ turn, pending: isOpen ? pending : null, recent, activeDappProjectId });
      if (understood === null || !needsOnlyWords(understood)) return null;
      const prepared = await answer({ turn, wallet, understood }, { chatId, key: `${chatId}/${turn.turn}`, signal: NEVER });
      return JSON.stringify(prepared).length > MOST_SIZE ? null : { turn: turn.turn, understood, answer: prepared };
    } catch {
      // The conversation will do the same work in an effect, which repeats it and reports its failure.
      return null;
    }
  };
}

/** Whether the conversation would answer this message next. */
function isFree(session: ChatSessionView, { wallet, messageId }: NewMessage): boolean {
  const { state, held, turns, known } = session;
  return (
    state === 'idle' &&
    held.length < MOST_HELD_TURNS &&
    turns < MOST_TURNS &&
    !isHidden(session, wallet) &&
    !known.some((one) => one.messageId === messageId)
  );
}
