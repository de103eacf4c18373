import { ASKS_BACK_BELOW, type SlotName, type Understood } from '../../src/features/assistant/understanding/agent-service.ts';
import type { Utterance } from './read-utterances.ts';

export type Outcome = {
  readonly isIntent: boolean;
  readonly isSlots: boolean;
  readonly invented: readonly string[];
  readonly isActed: boolean;
};

/** Slots that say more than the label must: the second chain of a trade on one chain, the token that a bridge delivers. */
const MAY_ADD: readonly SlotName[] = ['toChainId', 'amountOf', 'toToken', 'fromChainId', 'fiat'];
const ANSWERS_ONLY = ['text', 'fallback', 'error'];

/** Compares what was understood with a label. */
export function judgeUtterance(
  { intent, text, slots: wanted }: Utterance,
  understood: Understood,
  writtenBy: (slot: string, text: string) => boolean,
): Outcome {
  const { slots, missing, confidence } = understood;
  const found = Object.fromEntries(
    Object.entries(slots).map(([name, value]) => [
      name,
      name === 'steps' ? (slots.steps ?? []).map((step) => step.intent).join('+') : String(value),
    ]),
  );
  const isRight = Object.entries(wanted).every(([name, value]) => found[name] === value);
  const more = Object.keys(found).filter((name) => wanted[name] === undefined && !isAddition(name, wanted));
  const values = [slots, ...(slots.steps ?? []).map((step) => step.slots)];
  const invented = values.flatMap((one) =>
    (['amount', 'price', 'fromToken', 'toToken', 'to', 'contract', 'hash'] as const).flatMap((name) => {
      const value = one[name];
      // The message of a plan can state the amount of all purchases; the slot has the amount of one.
      const inAll = name === 'amount' && value !== undefined && one.count !== undefined ? String(Number(value) * one.count) : value;
      return value === undefined || writtenBy(value, text) || writtenBy(inAll ?? value, text) ? [] : [`${name}=${value}`];
    }),
  );
  const isActed = !ANSWERS_ONLY.includes(understood.intent) && missing.length === 0 && confidence >= ASKS_BACK_BELOW;
  return { isIntent: understood.intent === intent, isSlots: isRight && more.length === 0, invented, isActed };
}

function isAddition(name: string, wanted: Readonly<Record<string, string>>): boolean {
  if (name === 'toChainId') return wanted.fromChainId !== undefined;
  if (name === 'fromChainId') return wanted.toChainId !== undefined && wanted.fromToken !== undefined;
  if (name === 'toToken') return wanted.toChainId !== undefined;
  if (name === 'fiat') return wanted.amountKind === 'usd';
  return MAY_ADD.some((one) => one === name) && name === 'amountOf';
}
