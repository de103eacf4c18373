import * as v from 'valibot';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { INTENTS, type Intent, type Operation, type Slots } from '../understanding/agent-service.ts';
import { DECIMAL_SLOTS, WHOLE_SLOTS } from '../understanding/slots/slot-schemas.ts';
import type { ModelReply } from './gather-reply.ts';
import { invalid, type Problem } from './problem.ts';
import { ARGUMENT_SCHEMAS } from './tools.ts';

/**
 * The model's answer after it was parsed, in the format that the tools require. Its values have not been compared with the user's messages
 * yet.
 */
export type Draft = {
  readonly intent: Intent;
  readonly slots: Slots;
  readonly confidence: number;
  readonly operation?: Operation;
  readonly leftOut: readonly string[];
  readonly text?: string;
};

export type ReadCall = { readonly draft: Draft; readonly problem?: undefined } | { readonly problem: Problem; readonly draft?: undefined };

/**
 * Reads the single function call that an answer must contain. When the answer is wrong, the result has a `problem`, whose text is sent to
 * the model.
 */
export function readCall({ calls }: Pick<ModelReply, 'calls'>): ReadCall {
  const [call] = calls;
  if (call === undefined) return { problem: invalid('no function was called') };
  if (calls.length > 1)
    return { problem: invalid('more than one function was called; call one, and for several actions workflow or batch') };
  const intent = INTENTS.find((one) => one === call.name);
  if (intent === undefined) return { problem: invalid('a function was called that is not among the functions') };
  let given: unknown;
  try {
    given = JSON.parse(call.input === '' ? '{}' : call.input);
  } catch {
    return { problem: invalid('the arguments are not JSON') };
  }
  const { success, output, issues } = v.safeParse(ARGUMENT_SCHEMAS[intent], tidied(given), { abortEarly: true });
  if (!success) return { problem: invalid(`the argument ${v.getDotPath(issues[0]) ?? 'list'} is missing, unknown or not of its kind`) };
  // The cast is safe, because `readCall` has checked the answer against a schema that is made from the definitions of the slots that are
  // read here.
  const {
    confidence,
    operation,
    leftOut = [],
    text,
    ...slots
  } = output as Omit<Draft, 'intent' | 'slots' | 'leftOut'> & Slots & { readonly leftOut?: readonly string[] };
  const more = { ...(operation === undefined ? {} : { operation }), ...(text === undefined ? {} : { text }) };
  return { draft: { intent, slots, confidence, leftOut, ...more } };
}

/**
 * Converts values that models often write in another form to the form of the schema: null or '' to a missing value, numbers to text, and
 * text to numbers.
 */
function tidied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { steps, ...own } = value as Readonly<Record<string, unknown>>;
  const plain = Object.entries(own).flatMap(([name, member]) => {
    if (member === null || member === '' || (Array.isArray(member) && member.length === 0)) return [];
    return [[name, tidiedMember(name, member)] as const];
  });
  return { ...Object.fromEntries(plain), ...(Array.isArray(steps) ? { steps: steps.map(tidiedStep) } : steps == null ? {} : { steps }) };
}

function tidiedStep(step: unknown): unknown {
  if (typeof step !== 'object' || step === null || !('slots' in step)) return step;
  return { ...step, slots: tidied(step.slots) };
}

function tidiedMember(name: string, member: unknown): unknown {
  const isDecimal = DECIMAL_SLOTS.some((one) => one === name);
  if (isDecimal && typeof member === 'number' && Number.isFinite(member)) return decimalTextOf(member);
  const isWhole = WHOLE_SLOTS.some((one) => one === name);
  if (isWhole && typeof member === 'string' && /^\d{1,15}$/.test(member)) return Number(member);
  return member;
}
