import * as v from 'valibot';
import type { Log } from '../../platform/log/log.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { ChainAddress } from '../../values/address.ts';
import {
  type BotAnswer,
  type ChatTurn,
  PENDING_FOR_MS,
  type PendingQuestion,
  type UnderstoodTurn,
} from '../../values/assistant/chat-turn.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { isoOf } from '../../values/iso-time.ts';
import { asJson } from '../../values/json.ts';
import { type Answer, type Asked, askBack, type Handlers, refuse } from './answers/answer.ts';
import { type AnswerData, answerDataSchema, COMMON_MEMBERS, MEMBERS_OF } from './answers/answer-data.ts';
import { plainString, plainStrings } from './answers/plain-strings.ts';
import { errorText } from './lookup/error-text.ts';
import { ASKS_BACK_BELOW, INTENTS, type Intent, OPERATIONS, type Slots } from './understanding/agent-service.ts';

/** Prepares the bot's answer to one message of the user. It never fails: if something goes wrong, the answer itself reports the problem. */
export type AnswerTurn = (
  asked: { readonly turn: ChatTurn; readonly wallet: ChainAddress | null; readonly understood: UnderstoodTurn },
  of: { readonly chatId: string; readonly key: string; readonly signal: AbortSignal },
) => Promise<BotAnswer>;

/** Maximum length of an answer's text, in characters. */
const MOST_TEXT = 4_000;
/** Maximum size of an answer's data, in bytes. */
const MOST_DATA_BYTES = 256 * 1_024;
/** The intents whose answers consist only of text. Their handlers read no market data, no chain and no records. */
const ANSWERED_BY_WORDS: ReadonlySet<Intent> = new Set(['text', 'fallback', 'error', 'connect_wallet']);
/** Maximum number of ignored words of the user's message that an answer lists. */
const MOST_LEFT_OUT = 8;

export function createAnswerTurn(deps: {
  readonly handlers: Handlers;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a handler may work on an answer, in ms. */
  readonly withinMs: number;
}): AnswerTurn {
  const { handlers, clock, log, withinMs } = deps;

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
    return finished(answer, understood, intent);
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

  function finished({ action, text, data, asks }: Answer, understood: UnderstoodTurn, intent: Intent): BotAnswer {
    const pending = asks === undefined ? null : pendingOf(asks, understood, intent);
    const { leftOut, notice } = understood;
    const shownLeftOut = leftOut.slice(0, MOST_LEFT_OUT);
    const whole: AnswerData = {
      ...data,
      understood: shownUnderstood(understood, intent),
      ...(asks === undefined || asks.options.length === 0
        ? {}
        : { options: asks.options.map(({ label, slots: chosen, intent: to }) => optionOf(label, chosen, to)) }),
      ...(pending === null ? {} : { asked: { intent, missing: [...pending.missing], until: isoOf(pending.untilMs) } }),
      ...(shownLeftOut.length === 0 ? {} : { leftOut: [...shownLeftOut] }),
    };
    const leftOutText = shownLeftOut.length === 0 ? [] : [`I left out: ${shownLeftOut.join(', ')}.`];
    const said = [text, ...leftOutText, ...(notice === undefined ? [] : [notice])].join('\n');
    const message = { action, text: plainString(said).slice(0, MOST_TEXT), data: plainStrings(asJson(whole)), pending };
    const problem = problemOf(action, message.data);
    if (problem === null) return message;
    log.error('An answer of the chat was not valid', { action, problem });
    const error = {
      code: 'invalid-answer',
      message: 'The service created an invalid answer, which is not shown. No transaction was prepared.',
    };
    return { action: 'error', text: error.message, data: asJson({ error, understood: whole.understood ?? {} }), pending: null };
  }

  function pendingOf(asks: NonNullable<Answer['asks']>, { slots, operation }: UnderstoodTurn, intent: Intent): PendingQuestion {
    const options = asks.options.map((option) => asJson(option));
    const untilMs = clock.now() + PENDING_FOR_MS;
    return { intent, slots, missing: asks.missing, options, untilMs, ...(operation === undefined ? {} : { operation }) };
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

function shownUnderstood(
  { slots, confidence, by, operation, notice }: UnderstoodTurn,
  intent: Intent,
): NonNullable<AnswerData['understood']> {
  const more = { ...(operation === undefined ? {} : { operation }), ...(notice === undefined ? {} : { notice }) };
  return { intent, slots: { ...slots }, confidence, by, ...more };
}

function optionOf(label: string, slots: Slots, intent: Intent | undefined) {
  return { label, slots: { ...slots }, ...(intent === undefined ? {} : { intent }) };
}

/** Returns why an answer is invalid and must not be sent to the client; null when it is valid. */
function problemOf(action: Answer['action'], data: object): string | null {
  const { success, issues } = v.safeParse(answerDataSchema, data);
  if (!success) return issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`).join('; ');
  const allowed: ReadonlySet<string> = new Set([...COMMON_MEMBERS, ...MEMBERS_OF[action]]);
  const foreign = Object.keys(data).filter((name) => !allowed.has(name));
  if (foreign.length > 0) return `members of another action: ${foreign.join(', ')}`;
  const bytes = Buffer.byteLength(JSON.stringify(data));
  return bytes > MOST_DATA_BYTES ? `${bytes} bytes of data` : null;
}

function intentOf(text: string): Intent {
  return INTENTS.find((intent) => intent === text) ?? 'fallback';
}
