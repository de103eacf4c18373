import type { Changed } from './changed-order.ts';
import type { LastRequest } from './last-request.ts';
import { scaledAmount } from './scaled-amount.ts';

const LEAD = '(?:(?:no|ok|okay|actually|please|and) )*';
const END = '(?: (?:please|pls|instead))?';
const IT = '(?: (?:it|that|this|the amount|as much|as many|of that))?';
const DOUBLE = new RegExp(`^${LEAD}(?:(?:make|use) (?:it|that) )?(?:double|twice|(?:el )?doble|(?:o )?dobro|iki kati)${IT}${END}$`);
const TRIPLE = new RegExp(`^${LEAD}(?:(?:make|use) (?:it|that) )?(?:triple|three times|(?:el )?triple|(?:o )?triplo)${IT}${END}$`);
const HALF = new RegExp(
  `^${LEAD}(?:(?:make|use) (?:it|that) )?(?:half (?:that|of that|as much|as many|the amount)|halve (?:it|that|the amount))${END}$`,
);
const REVERSED = new RegExp(
  `^${LEAD}(?:(?:the )?other way (?:round|around)|(?:the )?reverse(?: it| that)?|reversed|vice versa|(?:the )?opposite(?: way| direction)?|al reves|ao contrario|tam tersi)${END}$`,
);
const OTHER_AMOUNT = new RegExp(
  `^${LEAD}(?:(?:make|use) (?:it|that) )?(?:a (?:bit|little) |much )?(?:less|more|smaller|bigger|lower|higher|menos|mas|mais|daha az|daha cok)${END}$`,
);

/** Returns the request before as a message changes it that names no value: "double it", "half that", "the other way round", "make it less". */
export function rewordedOrder(said: string, { intent, slots, operation }: LastRequest): Changed | null {
  if (operation !== undefined || (intent !== 'send_token' && intent !== 'quotes' && intent !== 'dca')) return null;
  if (REVERSED.test(said)) return intent === 'quotes' ? reversed(slots) : null;
  const { amount, amountKind, ...others } = slots;
  const by = DOUBLE.test(said) ? 2 : TRIPLE.test(said) ? 3 : HALF.test(said) ? 'half' : null;
  if (by === null && !OTHER_AMOUNT.test(said)) return null;
  const scaled = by === null || amount === undefined || amountKind === 'all' ? null : scaledAmount(amount, by);
  if (scaled !== null) return { slots: { ...slots, amount: scaled } };
  return { slots: others, asks: { missing: ['amount'], text: 'How much?', options: [] } };
}

/** The trade in the other direction. Its amount is asked for, because the amount of one token says nothing about the other. */
function reversed({ fromToken, toToken, fromChainId, toChainId }: LastRequest['slots']): Changed | null {
  if (fromToken === undefined || toToken === undefined) return null;
  return {
    slots: {
      ...{ fromToken: toToken, toToken: fromToken },
      ...(toChainId === undefined ? {} : { fromChainId: toChainId }),
      ...(fromChainId === undefined ? {} : { toChainId: fromChainId }),
    },
    asks: { missing: ['amount'], text: `How much ${toToken} do you want to swap to ${fromToken}?`, options: [] },
  };
}
