import type { Intent, SlotName, Slots } from '../agent-service.ts';

type Need = SlotName | readonly SlotName[];

/** What an action cannot do without; of a list one is enough. */
const NEEDS: Partial<Record<Intent, readonly Need[]>> = {
  quotes: [['amount', 'amountKind'], 'fromToken', ['toToken', 'toChainId']],
  send_token: [['amount', 'amountKind'], 'fromToken', 'to'],
  buy_sell: [
    ['fromToken', 'toToken'],
    ['amount', 'amountKind'],
  ],
  dca: [['amount', 'amountKind'], 'toToken', 'intervalSeconds', ['count', 'until']],
  limit_order: [['fromToken', 'toToken'], ['amount', 'amountKind'], 'price'],
  price_alert: ['fromToken', ['price', 'amount']],
  token_safety: [['contract', 'fromToken']],
  contract_audit: [['contract', 'fromToken']],
  tx_info: ['hash'],
  switch_chain: ['toChainId'],
  workflow: ['steps'],
  batch: ['steps'],
};

export function missingSlots(intent: Intent, slots: Slots): readonly SlotName[] {
  return (NEEDS[intent] ?? []).flatMap((need): readonly SlotName[] => {
    const names = typeof need === 'string' ? [need] : need;
    return names.some((name) => slots[name] !== undefined) ? [] : names.slice(0, 1);
  });
}

/** What a step lacks; its amount may come from the step before. */
export function missingInSteps({ steps }: Slots): readonly SlotName[] {
  const lacking = (steps ?? []).flatMap(({ intent, slots, usesEarlier }) =>
    missingSlots(intent, slots).filter((name) => !(usesEarlier && name === 'amount')),
  );
  return [...new Set(lacking)];
}
