import * as v from 'valibot';
import type { Log } from '../../platform/log/log.ts';
import { type BotAnswer, PENDING_FOR_MS, type PendingQuestion, type UnderstoodTurn } from '../../values/assistant/chat-turn.ts';
import type { Clock } from '../../values/clock.ts';
import { isoOf } from '../../values/iso-time.ts';
import { asJson } from '../../values/json.ts';
import type { Answer } from './answers/answer.ts';
import { type AnswerData, answerDataSchema, COMMON_MEMBERS, MEMBERS_OF } from './answers/answer-data.ts';
import { plainString, plainStrings } from './answers/plain-strings.ts';
import type { Intent, Slots } from './understanding/agent-service.ts';

/**
 * Makes a message of the bot from what a handler answered: adds what was understood and what was left out, and checks the whole. An answer
 * that is not valid is replaced by an error.
 */
export type FinishAnswer = (answer: Answer, understood: UnderstoodTurn, intent: Intent) => BotAnswer;

/** Maximum length of an answer's text, in characters. */
const MOST_TEXT = 4_000;
/** Maximum size of an answer's data, in bytes. */
const MOST_DATA_BYTES = 256 * 1_024;
/** Maximum number of ignored words of the user's message that an answer lists. */
const MOST_LEFT_OUT = 8;

export function createFinishAnswer({ clock, log }: { readonly clock: Clock; readonly log: Log }): FinishAnswer {
  return ({ action, text, data, asks }, understood, intent) => {
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
  };

  function pendingOf(asks: NonNullable<Answer['asks']>, { slots, operation }: UnderstoodTurn, intent: Intent): PendingQuestion {
    const options = asks.options.map((option) => asJson(option));
    const untilMs = clock.now() + PENDING_FOR_MS;
    return { intent, slots, missing: asks.missing, options, untilMs, ...(operation === undefined ? {} : { operation }) };
  }
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
