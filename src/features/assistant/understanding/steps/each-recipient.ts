import type { Intent, StepSlots } from '../agent-service.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { amountSlots } from '../slots/amount-slots.ts';
import { mentionsOf } from '../slots/mentions.ts';
import { receiversOf } from '../slots/several-receivers.ts';
import { slotOf } from '../slots/slot-parts.ts';

/**
 * A clause of a message that was read as one action. `hasJoin` is true when a word such as "then" stands before it, and `hasVerb` is false
 * when it takes the verb of the clause before it.
 */
export type Part = {
  readonly intent: Intent;
  readonly slots: StepSlots;
  readonly reading: Reading;
  readonly hasJoin: boolean;
  readonly hasVerb: boolean;
};

/**
 * Splits a transfer to several receivers into one transfer for each receiver. Each receiver has its own amount ("pay a.eth 5 usdc and b.eth
 * 10 usdc"), or all have the same.
 */
export function eachRecipient(part: Part): readonly Part[] {
  const receivers = receiversOf(part.reading);
  if (part.intent !== 'send_token' || receivers.length < 2) return [part];
  const amounts = entitiesOf(part.reading, 'amount');
  const isPaired = amounts.length === receivers.length && isAlternating(amounts, receivers);
  return receivers.map(({ text }, i) => {
    const own = isPaired ? amounts[i] : undefined;
    if (own === undefined) return { ...part, slots: { ...part.slots, to: text } };
    const entities = part.reading.entities.filter((entity) => entity.kind !== 'amount' || entity === own);
    const token = mentionsOf(part.reading).find(({ amount }) => amount === own);
    const fromToken = token === undefined ? part.slots.fromToken : slotOf(token);
    const slots = { ...part.slots, ...amountSlots(own), ...(fromToken === undefined ? {} : { fromToken }), to: text };
    return { ...part, slots, reading: { ...part.reading, entities } };
  });
}

/**
 * Gives the receiver, the chain and the token to receive that are named once to all clauses that share one verb: "send 10 usdc and 1 weth to a.eth on base". With
 * several receivers or chains, nothing is shared.
 */
export function withSharedPlace(parts: readonly Part[]): readonly Part[] {
  return parts.map((part, at) => {
    let [first, last] = [at, at];
    while (first > 0 && parts[first]?.hasVerb === false) first -= 1;
    while (parts[last + 1]?.hasVerb === false) last += 1;
    const group = parts.slice(first, last + 1);
    const { intent, slots } = part;
    if (group.length < 2 || group.some((other) => other.intent !== intent)) return part;
    const to = intent === 'send_token' && slots.to === undefined ? onlyOne(group, ({ slots: { to: named } }) => named) : undefined;
    const chain = isPlaced(slots) ? undefined : onlyOne(group, placeOf);
    const bridge = intent === 'quotes' ? onlyOne(group, bridgeOf) : undefined;
    if (bridge !== undefined && slots.fromToken !== undefined && (slots.toToken === undefined || bridgeOf(part) !== undefined)) {
      const from = onlyOne(group, (one) => one.slots.fromChainId);
      return { ...part, slots: { ...bridge, ...(from === undefined ? {} : { fromChainId: from }), ...slots, toToken: slots.fromToken } };
    }
    // In "swap 5 usdc and 6 dai to eth", the last clause names the token to receive.
    const isLender = group.at(-1)?.slots.toToken !== undefined && group.at(-1) !== part;
    const toToken = intent === 'quotes' && slots.toToken === undefined && isLender ? onlyOne(group, (one) => one.slots.toToken) : undefined;
    const place = chain === undefined ? {} : intent === 'quotes' ? { fromChainId: chain, toChainId: chain } : { fromChainId: chain };
    return { ...part, slots: { ...slots, ...place, ...(to === undefined ? {} : { to }), ...(toToken === undefined ? {} : { toToken }) } };
  });
}

/** Returns the value that exactly one clause has. */
function onlyOne<T>(group: readonly Part[], read: (part: Part) => T | undefined): T | undefined {
  const values = group.map(read).filter((value) => value !== undefined);
  return values.length === 1 ? values[0] : undefined;
}

function isPlaced({ fromChainId, toChainId }: StepSlots): boolean {
  return fromChainId !== undefined || toChainId !== undefined;
}

/** Returns the chains of a clause that bridges a token: "bridge 10 usdc and 1 weth to base". */
function bridgeOf({ slots: { fromToken, toToken, fromChainId, toChainId } }: Part): StepSlots | undefined {
  if (toChainId === undefined || toToken !== fromToken || toChainId === fromChainId) return undefined;
  return { toChainId, ...(fromChainId === undefined ? {} : { fromChainId }) };
}

/** Returns the chain on which a clause is done; undefined for a bridge to another chain. */
function placeOf({ slots: { fromChainId, toChainId } }: Part): number | undefined {
  return toChainId === undefined || toChainId === fromChainId ? fromChainId : undefined;
}

/** Whether each receiver of several has an amount beside it: before all of them their own, or after all of them. */
function isAlternating(amounts: readonly { readonly from: number }[], receivers: readonly { readonly from: number }[]): boolean {
  const before = receivers.map(({ from }) => amounts.filter((amount) => amount.from < from).length);
  return before.every((count, i) => count === i) || before.every((count, i) => count === i + 1);
}
