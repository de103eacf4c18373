import type { AnswerParams, ApologizeParams, chatSessionMachine, UnderstandParams } from '../../machines/chat-session.ts';
import type { EffectContext, EffectHandlers } from '../../src/runtime/define/definition.ts';
import { implementActor } from '../../src/runtime/define/implement-actor.ts';
import type { ChatAction } from '../../src/values/assistant/chat-actions.ts';
import type { PendingQuestion, UnderstoodTurn } from '../../src/values/assistant/chat-turn.ts';
import { chatSession } from './actor.ts';

export type ChatEffects = EffectHandlers<typeof chatSessionMachine, (typeof chatSession)['effects']>;

/** An answer that is stored. */
export type StoredAnswer = { readonly action: ChatAction; readonly reply: string; readonly pending: PendingQuestion | null };

type Of = Pick<EffectContext, 'signal' | 'key'> & { readonly chatId: string };

/** What a session needs from outside. Each may be repeated. */
export type ChatWork = {
  readonly understand: (question: UnderstandParams, of: Of) => Promise<UnderstoodTurn>;
  /** Prepares and stores the answer; an answer that is stored already is given back. */
  readonly answer: (asked: AnswerParams, of: Of) => Promise<StoredAnswer>;
  /** Stores a message that says why there is no answer, unless there is one. */
  readonly apologize: (asked: ApologizeParams, of: Of) => Promise<StoredAnswer>;
  readonly forgetMessages: (of: Of) => Promise<void>;
};

export function createChatActor(work: ChatWork) {
  const effects: ChatEffects = {
    understand: {
      run: async (question, context) => ({
        ...{ type: 'UNDERSTOOD', turn: question.turn.turn },
        understood: await work.understand(question, of(context)),
      }),
    },
    answer: {
      run: async (asked, context) => ({ type: 'ANSWERED', turn: asked.turn.turn, ...(await work.answer(asked, of(context))) }),
    },
    apologize: {
      run: async (asked, context) => ({ type: 'ANSWERED', turn: asked.turn.turn, ...(await work.apologize(asked, of(context))) }),
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

function of({ signal, key, actorId }: EffectContext): Of {
  return { signal, key, chatId: actorId.slice(chatSession.type.length + 1) };
}
