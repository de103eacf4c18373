import type { Step, StepSlots } from '../agent-service.ts';
import { entitiesOf, hasConcept, hasMark, isTaken, type Reading } from '../entities/reading.ts';
import type { Part } from './each-recipient.ts';

/** What a step spends when it spends a share or the rest of something; `doubt` is a text for the user when that is not clear. */
export type Shared = Pick<Step, 'slots' | 'usesEarlier' | 'shareOf'> | { readonly doubt: string };

/**
 * What one step takes: of the balance of a token, or of the output of the trade at the index `from`. `share` is a percentage; null when the
 * step takes an amount or all.
 */
type Draw = { readonly token: string | undefined; readonly from: number | null; readonly share: number | null; readonly isWhole: boolean };

const WHOLE = 100;
const UNCLEAR_REST =
  'It is not clear of what the rest is meant. Send it again and name the token and the amount, such as "the rest of my usdc" or "half of the bought weth".';
const UNCLEAR_SHARE =
  'It is not clear of what the share is meant: of your balance, or of what the step before gives. Send it again with the token ("half of my usdc") or with "of it".';
const TOO_MUCH = 'The shares of the steps add up to more than 100 percent. Send it again with shares that fit.';
const NOT_THE_REST =
  'The shares of the steps do not add up to 100 percent, so "the other" share is not clear. State the share, such as "25% of my usdc".';

const SEVERAL_RESULTS =
  'It is not clear of which trade the result is meant, because several of them give the same token. Send it again with the amount and the token.';

/** Whether a step spends the result of one of several trades that give the same token: "swap 5 usdc and 6 dai to weth and send it to bob.eth". */
export function resultDoubt({ usesEarlier, slots }: Step, earlier: readonly Step[]): string | null {
  const [one, other] = earlier.filter(({ intent }) => intent === 'quotes').slice(-2);
  const isSame = one !== undefined && other !== undefined && !other.usesEarlier && one.slots.toToken === other.slots.toToken;
  return usesEarlier && isSame && other.slots.toToken === slots.fromToken ? SEVERAL_RESULTS : null;
}

/**
 * Finds out what a later step spends that names a share or a rest: "and the other half to wbtc", "and send the rest to bob.eth". Returns
 * null for any other step.
 */
export function sharedStep(part: Part, earlier: readonly Step[]): Shared | null {
  const { intent, reading, hasVerb, hasJoin } = part;
  const slots = asReceived(part, earlier);
  if ((intent !== 'quotes' && intent !== 'send_token') || (slots.amount !== undefined && slots.amountKind !== 'percent')) return null;
  const draws = earlier.map((step, at) => drawOf(step, at, earlier)).filter((draw) => draw !== null);
  const last = draws.at(-1);
  const own = slots.amountKind === 'percent' ? Number(slots.amount) : null;
  const rest = restIn(reading);
  if (rest !== null) return restOf(rest, slots, { draws, earlier, own });
  if (own === null || last === undefined || namesIt(reading)) return null;
  if (slots.fromToken !== undefined) {
    const same = draws.findLast(({ from, token, share }) => from === null && token === slots.fromToken && share !== null);
    return same === undefined || hasJoin ? null : ofPool(same, slots, { draws, earlier, own });
  }
  const isClear = last.share !== null && (!hasVerb || last.from !== null || earlier.at(-1)?.intent === 'send_token');
  if (isClear && !hasJoin) return ofPool(last, slots, { draws, earlier, own });
  return hasJoin || (hasVerb && last.share === null) ? null : { doubt: UNCLEAR_SHARE };
}

type Of = { readonly draws: readonly Draw[]; readonly earlier: readonly Step[]; readonly own: number | null };

function ofPool(draw: Draw, slots: StepSlots, { draws, earlier, own }: Of): Shared {
  if (sumOf(draws, draw) + (own ?? 0) > WHOLE) return { doubt: TOO_MUCH };
  if (draw.from === null) return { slots: withFrom(slots, draw.token), usesEarlier: false, shareOf: 'start' };
  return draw.from === lastTrade(earlier) ? { slots: withFrom(slots, draw.token), usesEarlier: true } : { doubt: UNCLEAR_SHARE };
}

function restOf(rest: 'rest' | 'other' | 'of-rest', slots: StepSlots, { draws, earlier, own }: Of): Shared {
  const named = slots.fromToken;
  const pool =
    named === undefined
      ? draws.findLast(({ isWhole, from }) => !(isWhole && from !== null))
      : draws.findLast((draw) => draw.token === named);
  const isBothSides = named !== undefined && draws.some(({ token, from }) => token === named && from !== pool?.from);
  // "Swap 100 usdc to weth and send the rest" can mean the rest of either; with the token's name it is clear.
  if (pool === undefined || isBothSides || pool.isWhole || (pool.share === null && (named === undefined || pool.from !== null)))
    return { doubt: UNCLEAR_REST };
  if (rest === 'other' && sumOf(draws, pool) + (own ?? 0) !== WHOLE) return { doubt: NOT_THE_REST };
  if (rest === 'other') return ofPool(pool, slots, { draws, earlier, own });
  const { amount, amountKind, ...others } = slots;
  if (pool.from === null) {
    const spent = rest === 'rest' || amount === undefined ? ({ amountKind: 'all' } as const) : ({ amount, amountKind: 'percent' } as const);
    return { slots: withFrom({ ...others, ...spent }, pool.token), usesEarlier: false };
  }
  if (rest === 'of-rest' || pool.from !== lastTrade(earlier)) return { doubt: UNCLEAR_REST };
  return { slots: withFrom(others, pool.token), usesEarlier: true };
}

/** Which rest a clause names: `other` for "the other half", `of-rest` for "half of the rest", and `rest` for the whole of it. */
function restIn(reading: Reading): 'rest' | 'other' | 'of-rest' | null {
  const share = entitiesOf(reading, 'amount').find(({ unit }) => unit === 'percent');
  if (share === undefined) return hasConcept(reading, ['rest']) ? 'rest' : null;
  if (hasMark(reading, share.from - 1, 'other', 'rest')) return 'other';
  return hasConcept(reading, ['rest']) ? 'of-rest' : null;
}

function drawOf({ intent, slots, usesEarlier }: Step, at: number, steps: readonly Step[]): Draw | null {
  if (intent !== 'quotes' && intent !== 'send_token') return null;
  const share = slots.amountKind === 'percent' && slots.amount !== undefined ? Number(slots.amount) : null;
  const isWhole = slots.amountKind === 'all' || (usesEarlier && slots.amount === undefined);
  return { token: slots.fromToken, from: usesEarlier ? lastTrade(steps.slice(0, at)) : null, share, isWhole };
}

/** Returns the index of the last step that gives a token. */
function lastTrade(steps: readonly Step[]): number {
  return steps.findLastIndex(({ intent }) => intent === 'quotes');
}

function sumOf(draws: readonly Draw[], { token, from }: Draw): number {
  return draws.reduce((sum, draw) => (draw.token === token && draw.from === from ? sum + (draw.share ?? 0) : sum), 0);
}

/**
 * Returns the slots of a clause without a verb, in which the only token that it names is the one to receive: "e a outra metade por wbtc".
 */
function asReceived({ intent, slots, hasVerb }: Part, earlier: readonly Step[]): StepSlots {
  const { fromToken, ...others } = slots;
  const isKnown = earlier.some((step) => step.slots.fromToken === fromToken || step.slots.toToken === fromToken);
  const isReceived = intent === 'quotes' && !hasVerb && fromToken !== undefined && slots.toToken === undefined && !isKnown;
  return isReceived ? { ...others, toToken: fromToken } : slots;
}

function withFrom(slots: StepSlots, fromToken: string | undefined): StepSlots {
  if (fromToken === undefined) return slots;
  // A bridge delivers the token that it takes.
  const isBridged = slots.toChainId !== undefined && slots.toToken === undefined;
  return { ...slots, fromToken, ...(isBridged ? { toToken: fromToken } : {}) };
}

/** Whether a clause names what the step before gives, as in "half of it". The Spanish article in "la otra mitad" does not. */
export function namesIt(reading: Reading): boolean {
  const shares = entitiesOf(reading, 'amount');
  return reading.marks.some(
    ({ concept, to }) =>
      concept === 'it' && !isTaken(reading, to - 1) && !hasMark(reading, to, 'other', 'rest') && !shares.some(({ from }) => from === to),
  );
}
