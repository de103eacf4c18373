import type { Intent, Slots } from '../agent-service.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { amountOf, amountSlots } from './amount-slots.ts';
import { oneChain } from './chain-slots.ts';
import { autopilot, priceAlert } from './fill-automation.ts';
import { buySell, limitOrder, quotes, sendToken, trade } from './fill-trades.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import { withPlan } from './plan-total.ts';
import { addressIn, chainOnly, compact, contractOrToken, fiatOf, recipient, slotOf, tokenAndChain } from './slot-parts.ts';
import { recurrenceOf } from './time-slots.ts';

/** Returns the slots of an intent with the values that the words of a message contain. */
export function fillSlots(intent: Intent, reading: Reading): Slots {
  const mentions = mentionsOf(reading);
  const fill = FILLERS[intent];
  return fill === undefined ? {} : fill(reading, mentions);
}

const FILLERS: Partial<Record<Intent, (reading: Reading, mentions: readonly Mention[]) => Slots>> = {
  quotes: (reading, mentions) => quotes(reading, mentions),
  dca: (reading, mentions) => withPlan(reading, { ...trade(reading, mentions, false), ...recurrenceOf(reading) }),
  limit_order: limitOrder,
  buy_sell: buySell,
  send_token: sendToken,
  price_alert: priceAlert,
  autopilot: autopilot,
  buy_bz_token: (reading, mentions) => {
    const paid = mentions.find(({ role, amount }) => role === 'with' || role === 'for' || amount !== null);
    return compact({
      ...amountSlots(amountOf(reading, mentions, null)),
      fromToken: paid === undefined ? undefined : slotOf(paid),
      ...fiatOf(reading),
    });
  },
  switch_chain: (reading) => compact({ toChainId: oneChain(reading) }),
  check_balance: (reading, mentions) => ({ ...tokenAndChain(reading, mentions), ...recipient(reading), ...fiatOf(reading) }),
  portfolio: (reading) => ({ ...chainOnly(reading), ...recipient(reading), ...fiatOf(reading) }),
  wallet_card: (reading) => ({ ...chainOnly(reading), ...recipient(reading), ...fiatOf(reading) }),
  history: (reading, mentions) => tokenAndChain(reading, mentions),
  tx_history: (reading, mentions) => ({ ...tokenAndChain(reading, mentions), ...recipient(reading) }),
  market_intel: (reading, mentions) => ({ ...valuedAmount(mentions[0]), ...tokenAndChain(reading, mentions), ...fiatOf(reading) }),
  token_safety: (reading, mentions) => ({ ...contractOrToken(reading, mentions), ...chainOnly(reading) }),
  contract_audit: (reading, mentions) => ({ ...contractOrToken(reading, mentions), ...chainOnly(reading) }),
  revoke_approvals: revoke,
  nft_info: (reading) => compact({ contract: addressIn(reading), ...chainOnly(reading), tokenId: entitiesOf(reading, 'item')[0]?.number }),
  tx_info: (reading) => compact({ hash: entitiesOf(reading, 'hash')[0]?.text, ...chainOnly(reading) }),
};

/** A message about approvals can name both the token and the contract that may spend it. */
function revoke(reading: Reading, mentions: readonly Mention[]): Slots {
  const contract = addressIn(reading);
  const token = mentions.map(slotOf).find((text) => text !== contract);
  return compact({ contract, fromToken: token, ...chainOnly(reading) });
}

/** Returns the amount of a token whose value a message asks for: "how much is 3 eth worth". The price is the value of one. */
function valuedAmount(mention: Mention | undefined): Slots {
  const amount = mention?.amount;
  return amount?.kind === 'amount' && amount.unit === 'bare' && amount.value !== '1' && mention?.isMeasured === false
    ? amountSlots(amount)
    : {};
}
