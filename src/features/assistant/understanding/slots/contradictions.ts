import type { Intent, Slots } from '../agent-service.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';

const TRADES: readonly Intent[] = ['quotes', 'send_token', 'dca', 'limit_order', 'buy_sell', 'autopilot', 'workflow', 'batch'];
const TAKES_ADDRESS: readonly Intent[] = [
  'send_token',
  'token_safety',
  'contract_audit',
  'revoke_approvals',
  'wallet_card',
  'nft_info',
  'tx_info',
];

/** What is wrong with an order that is understood; null when nothing is. */
export function contradictionIn(intent: Intent, slots: Slots, reading: Reading): string | null {
  const broken = entitiesOf(reading, 'broken')[0];
  if (broken !== undefined && (TAKES_ADDRESS.includes(intent) || TRADES.includes(intent))) {
    return `"${shortened(broken.text)}" is not an address: an address of an EVM chain is 0x and 40 hex digits, a transaction hash 0x and 64.`;
  }
  if (!TRADES.includes(intent)) return null;
  const all = [slots, ...(slots.steps ?? []).map((step) => step.slots)];
  const negative = entitiesOf(reading, 'amount').find(({ isNegative }) => isNegative === true);
  if (negative !== undefined) return `An amount must be above zero, and "-${negative.value}" is not.`;
  if (all.some(({ amount }) => amount !== undefined && Number(amount) === 0)) return 'An amount must be above zero.';
  if (intent !== 'autopilot' && all.some(({ amount, amountKind }) => amountKind === 'percent' && Number(amount) > 100))
    return 'At most 100 percent of a balance can be spent.';
  const same = all.find(
    ({ fromToken, toToken, fromChainId, toChainId }) => fromToken !== undefined && fromToken === toToken && fromChainId === toChainId,
  );
  return same === undefined
    ? null
    : `${same.fromToken} cannot be exchanged for itself on one chain; name another token, or the chain to bridge it to.`;
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 12)}…${text.slice(-6)}` : text;
}
