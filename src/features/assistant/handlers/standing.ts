import type * as v from 'valibot';
import { countText } from '../../../values/inspection/plain-number.ts';
import type { Answer } from '../answers/answer.ts';
import type { standingItemSchema } from '../answers/standing-schemas.ts';
import type { Operation, Slots } from '../understanding/agent-service.ts';

export type StandingItem = v.InferOutput<typeof standingItemSchema>;
export type StandingRoute = NonNullable<StandingItem['route']>;

/** A plan for which the requested change needs nothing, and why, such as `is not paused`. */
export type Idle = { readonly description: string; readonly why: string };

/** Maximum number of plans or agents in one answer. */
const MOST_ITEMS = 10;

const DONE: { readonly [O in Operation]: string } = {
  list: 'Say "cancel", "pause" or "resume" to get the transactions for it.',
  cancel: 'Sign the transactions of the one that you want to end. Until you sign, it continues.',
  pause: 'Sign the transactions of the one that you want to pause. Until you sign, it continues.',
  resume: 'Sign the transactions of the one that should continue.',
};

/**
 * Builds the answer that shows a wallet's plans or agents, with the transactions that make the requested change. The answer itself changes
 * nothing.
 */
export function standingAnswer(
  operation: Operation,
  found: { readonly items: readonly StandingItem[]; readonly isNarrowed: boolean; readonly all: number; readonly idle?: readonly Idle[] },
  of: { readonly action: 'dca' | 'autopilot'; readonly what: string; readonly none: string },
): Answer {
  const { items, isNarrowed, all, idle = [] } = found;
  const shown = items.slice(0, MOST_ITEMS);
  const standing = { operation, items: shown, notShown: items.length - shown.length };
  if (all === 0) return { action: of.action, text: of.none, data: { standing } };
  const which = isNarrowed ? ` ${items.length === 1 ? 'matches' : 'match'} your message` : '';
  const head =
    items.length === 0
      ? `None of your ${countText(all, of.what)} matches your message.`
      : `${countText(items.length, of.what)}${which}: ${shown.map((item) => `${item.description} (${stateOf(item)})`).join('; ')}.`;
  const more = standing.notShown === 0 ? '' : ` ${standing.notShown} more are not shown.`;
  const isSigned = shown.some(({ transactions }) => transactions.length > 0);
  const notes = [...new Set(shown.flatMap(({ route }) => (route === null ? [] : [route.note])))].map((note) => ` ${note}`).join('');
  const done = items.length > 0 && (operation === 'list' || isSigned) ? ` ${DONE[operation]}` : '';
  return { action: of.action, text: `${head}${more}${done}${notes}${idleText(idle, items.length)}`, data: { standing } };
}

/** Says for which items there is nothing to sign or to call, and why. */
function idleText(idle: readonly Idle[], items: number): string {
  const one = items === 1 ? 'It' : null;
  return idle
    .map(({ description, why }) => ` ${one ?? description} ${why}, so there is nothing to sign${one === null ? ' for it' : ''}.`)
    .join('');
}

/** What a plan or an agent is doing now, in the words of the API, and what keeps it from acting. */
function stateOf({ phase, blockedBy }: StandingItem): string {
  return blockedBy === null ? phase : `${phase}, but cannot act: ${blockedBy}`;
}

/**
 * Whether a message refers to a plan or an agent. It does not when it names another token or another chain. A message that names no token
 * and no chain refers to all plans and agents.
 */
export function isNamed(
  { fromToken, toToken, fromChainId, toChainId }: Slots,
  { chainId, spends, buys }: { readonly chainId: number; readonly spends: readonly string[]; readonly buys: readonly string[] },
): boolean {
  const named = toChainId ?? fromChainId;
  if (named !== undefined && named !== chainId) return false;
  const has = (words: readonly string[], word: string) => words.some((one) => one.toLowerCase() === word.toLowerCase());
  if (fromToken !== undefined && toToken !== undefined) return has(spends, fromToken) && has(buys, toToken);
  // A message with a single token, such as "cancel my eth plan", may mean either token of a plan.
  const token = fromToken ?? toToken;
  return token === undefined || has(spends, token) || has(buys, token);
}

export function isNarrowing({ fromToken, toToken, fromChainId, toChainId }: Slots): boolean {
  return fromToken !== undefined || toToken !== undefined || fromChainId !== undefined || toChainId !== undefined;
}
