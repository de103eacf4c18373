import type { AnswerParams, ApologizeParams, chatSessionMachine, UnderstandParams } from '../../machines/chat-session.ts';
import type { EffectContext, EffectHandlers } from '../../src/runtime/define/definition.ts';
import { implementActor } from '../../src/runtime/define/implement-actor.ts';
import { keyOf } from '../../src/values/actor-id.ts';
import type { ChatSessionView, StoredAnswer, UnderstoodTurn } from '../../src/values/assistant/chat-turn.ts';
import { chatSession } from './actor.ts';

export type ChatEffects = EffectHandlers<typeof chatSessionMachine, (typeof chatSession)['effects']>;

export type Of = Pick<EffectContext, 'signal' | 'key' | 'attempt' | 'onEnd'> & { readonly chatId: string };

/** The operations that a chat session's effects call. Each operation can be repeated safely. */
export type ChatWork = {
  /** Asks the agent service what a message means. If the answer needs no data besides the message, also prepares and stores the answer. */
  readonly understand: (
    question: UnderstandParams,
    of: Of,
  ) => Promise<{ readonly understood: UnderstoodTurn; readonly answer?: StoredAnswer }>;
  /** Prepares and stores the answer to a message. If the answer is already stored, returns it. */
  readonly answer: (asked: AnswerParams, of: Of) => Promise<StoredAnswer>;
  /** Stores a message that explains why there is no answer, unless an answer to the message is already stored. */
  readonly apologize: (asked: ApologizeParams, of: Of) => Promise<StoredAnswer>;
  /** Stores the held turns of a session in the collection of messages. */
  readonly writeHeld: (session: Pick<ChatSessionView, 'chatId' | 'wallet' | 'held'>) => Promise<void>;
  readonly forgetMessages: (of: Of) => Promise<void>;
};

export function createChatActor(work: ChatWork) {
  const effects: ChatEffects = {
    understand: {
      run: async (question, context) => ({
        ...{ type: 'UNDERSTOOD', turn: question.turn.turn },
        ...(await work.understand(question, of(context))),
      }),
    },
    answer: {
      run: async (asked, context) => ({ type: 'ANSWERED', turn: asked.turn.turn, ...(await work.answer(asked, of(context))) }),
    },
    apologize: {
      run: async (asked, context) => ({ type: 'ANSWERED', turn: asked.turn.turn, ...(await work.apologize(asked, of(context))) }),
    },
    writeHeld: {
      async run(_params, { actors, actorId }) {
        const session = (await actors.of(chatSession, keyOf(actorId)).read({ mayBeCached: true }))?.view;
        const last = session?.held.at(-1);
        if (session === undefined || last === undefined) return { type: 'WRITTEN', turn: 0 };
        await work.writeHeld(session);
        return { type: 'WRITTEN', turn: last.turn };
      },
    },
    forgetMessages: {
      async run(_params, context) {
        await work.forgetMessages(of(context));
        return null;
      },
    },
  };
  return implementActor(chatSession, { effects });
}

function of({ signal, key, attempt, actorId, onEnd }: EffectContext): Of {
  return { signal, key, attempt, onEnd, chatId: keyOf(actorId) };
}
