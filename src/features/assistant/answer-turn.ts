import type { Log } from '../../platform/log/log.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { BotAnswer, ChatTurn, UnderstoodTurn } from '../../values/assistant/chat-turn.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { type Answer, type Asked, askBack, type Handlers, refuse } from './answers/answer.ts';
import { createFinishAnswer } from './finish-answer.ts';
import { errorText } from './lookup/error-text.ts';
import { ASKS_BACK_BELOW, INTENTS, type Intent, OPERATIONS, type Slots } from './understanding/agent-service.ts';

/** Prepares the bot's answer to one message of the user. It never fails: if something goes wrong, the answer itself reports the problem. */
export type AnswerTurn = (
  asked: { readonly turn: ChatTurn; readonly wallet: ChainAddress | null; readonly understood: UnderstoodTurn },
  of: { readonly chatId: string; readonly key: string; readonly signal: AbortSignal },
) => Promise<BotAnswer>;

/** The intents whose answers consist only of text. Their handlers read no market data, no chain and no records. */
const ANSWERED_BY_WORDS: ReadonlySet<Intent> = new Set(['text', 'fallback', 'error', 'connect_wallet']);

export function createAnswerTurn(deps: {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a handler may work on an answer, in ms. */
  readonly withinMs: number;
}): AnswerTurn {
  const { handlers, log, withinMs } = deps;
  const finish = createFinishAnswer(deps);

  return async ({ turn, wallet, understood }, { chatId, key, signal }) => {
    const intent = intentOf(understood.intent);
    const asked: Asked = {
      ...{ wallet, chainId: turn.chainId, currency: turn.currency, text: turn.text, intent, key, chatId, turn: turn.turn, signal },
      // The cast is safe: the slots (values from the user's message) are those that the agent service returned, and it returns only values
      // of this type.
      slots: understood.slots as Slots,
      operation: OPERATIONS.find((operation) => operation === understood.operation) ?? null,
      said: understood.text,
    };
    const answer = needsAnswer(understood, intent) ?? (await handled(asked));
    return finish(answer, understood, intent);
  };

  async function handled(asked: Asked): Promise<Answer> {
    try {
      // Such a handler only returns a text, so it needs no time limit.
      if (ANSWERED_BY_WORDS.has(asked.intent)) return await handlers[asked.intent](asked);
      const late = new AbortController();
      const signal = AbortSignal.any([asked.signal, late.signal]);
      return await withinTime(handlers[asked.intent]({ ...asked, signal }), withinMs, () => {
        late.abort();
        return refuse(
          'too-slow',
          `The answer was not ready within ${withinMs / 1_000} s and was cancelled. Send the message again in a moment.`,
        );
      });
    } catch (error) {
      if (asked.signal.aborted) throw error;
      if (error instanceof CoxswainError) return refuse(error.code, errorText(error));
      log.error('A message of the chat could not be answered', { intent: asked.intent, chat: asked.chatId, turn: asked.turn, error });
      return refuse('internal', 'The service failed unexpectedly and could not answer. No transaction was prepared.');
    }
  }
}

/** Whether the answer can be prepared from the message alone, without market data, the chain or records of the wallet. */
export function needsOnlyWords(understood: UnderstoodTurn): boolean {
  const intent = intentOf(understood.intent);
  return ANSWERED_BY_WORDS.has(intent) || needsAnswer(understood, intent) !== null;
}

/** Returns the question that must be asked before an answer can be prepared; null when the user's message contains enough information. */
function needsAnswer({ missing, confidence, options, text }: UnderstoodTurn, intent: Intent): Answer | null {
  if (intent === 'fallback' || intent === 'error' || intent === 'text') return null;
  if (missing.length === 0 && confidence >= ASKS_BACK_BELOW) return null;
  const question = text ?? (missing.length === 0 ? 'What do you mean?' : `What should I use for ${missing.join(' and ')}?`);
  return askBack(question, missing, options as NonNullable<Answer['asks']>['options']);
}

function intentOf(text: string): Intent {
  return INTENTS.find((intent) => intent === text) ?? 'fallback';
}
