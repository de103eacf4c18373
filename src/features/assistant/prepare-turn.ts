import { type ChatSessionView, type ChatTurn, MOST_TURNS, type PreparedTurn } from '../../values/assistant/chat-turn.ts';
import type { Clock } from '../../values/clock.ts';
import { type AnswerTurn, needsOnlyWords } from './answer-turn.ts';
import type { NewMessage } from './chat-actors.ts';
import { isHidden } from './chat-refusals.ts';
import type { UnderstandAtOnce } from './understand-turn.ts';

/**
 * Finds out what a message means and, if words are enough, prepares its answer, before the message is sent to its conversation. So the
 * conversation stores both in one write. Null when the message cannot be understood at once, or the conversation cannot answer it next. Then
 * the conversation has the message understood after it has stored it.
 * @param session the conversation; null for a new one
 */
export type PrepareTurn = (chatId: string, session: ChatSessionView | null, message: NewMessage) => Promise<PreparedTurn | null>;

/** Maximum size of a prepared answer, in UTF-16 code units of its JSON. Larger answers would make the records of conversations large. */
const MOST_SIZE = 8_192;
const NEVER = new AbortController().signal;

export function createPrepareTurn(deps: {
  readonly understand: UnderstandAtOnce;
  readonly answer: AnswerTurn;
  readonly clock: Clock;
}): PrepareTurn {
  const { understand, answer, clock } = deps;

  return async (chatId, session, { wallet, ...message }) => {
    const sentAtMs = clock.now();
    if (session !== null && !isNext(session, { wallet, ...message })) return null;
    const turn: ChatTurn = { ...message, turn: (session?.turns ?? 0) + 1, sentAtMs };
    const { pending = null, recent = [], activeDappProjectId = null } = session ?? {};
    try {
      const understood = await understand({ turn, pending, recent, activeDappProjectId });
      if (understood === null) return null;
      const prepared = { turn: turn.turn, understood };
      if (!needsOnlyWords(understood)) return prepared;
      const ready = await answer({ turn, wallet, understood }, { chatId, key: `${chatId}/${turn.turn}`, signal: NEVER });
      return JSON.stringify(ready).length > MOST_SIZE ? prepared : { ...prepared, answer: ready };
    } catch {
      // The conversation will do the same work in an effect, which repeats it and reports its failure.
      return null;
    }
  };
}

/** Whether the conversation would accept this message, and answer it next. */
function isNext(session: ChatSessionView, { wallet, messageId }: NewMessage): boolean {
  const { state, turns, known } = session;
  return state === 'idle' && turns < MOST_TURNS && !isHidden(session, wallet) && !known.some((one) => one.messageId === messageId);
}
