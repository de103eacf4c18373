import * as v from 'valibot';
import { isoOf } from '../../../values/iso-time.ts';
import type { RampOrderReading } from '../../../values/ramp-order.ts';
import { rampStatuses } from '../../../values/ramp-status.ts';

const text = v.nullable(v.string());

/** Schema of a ramp order. Amounts are decimal text, times in ISO 8601 (UTC). */
export const rampOrderSchema = v.object({
  reference: v.string(),
  provider: v.string(),
  status: v.picklist(rampStatuses),
  /** The provider's own word for the order's status. */
  providerStatus: text,
  /** The provider's explanation of the order's status, such as the reason of a failure. */
  message: text,
  /** Why this service ended the order: `not-begun` (the provider never knew the order) or `no-news` (no change for 30 days). */
  ownEnd: v.nullable(v.picklist(['not-begun', 'no-news'])),
  side: v.picklist(['buy', 'sell']),
  wallet: v.string(),
  fiat: v.string(),
  /** The network of the paid coin, for an exchange of crypto for crypto. */
  fiatNetwork: text,
  fiatAmount: text,
  crypto: v.string(),
  network: v.string(),
  chainId: v.nullable(v.number()),
  token: text,
  /** The amount of crypto that is bought or sold. For a completed purchase, it is the amount that arrived on the chain. */
  cryptoAmount: text,
  /** Whether `cryptoAmount` was read on the chain. */
  isVerified: v.boolean(),
  /** Whether a reorg removed the block in which the crypto had arrived, and the chain does not show it again (yet). */
  isDeliveryGone: v.boolean(),
  /** The part of the promised crypto that has not arrived; null when nothing is missing or the amount is not known. */
  missingAmount: text,
  refundedAmount: text,
  orderId: text,
  depositAddress: text,
  transactionHash: text,
  amount: v.string(),
  amountOf: v.picklist(['fiat', 'crypto']),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** When this service last asked the provider for the order's status. */
  askedAt: text,
  /** When this service will ask the provider for the order's status next. */
  nextAskAt: text,
  /** Whether this service is asking the provider for the order's status now. */
  isAsking: v.boolean(),
  /** When the provider last answered a request for the order's status; null if it has not answered yet. */
  answeredAt: text,
  /** Why the last request to the provider for the order's status failed; null when it did not fail. */
  askFailure: text,
});

export type ShownRampOrder = v.InferOutput<typeof rampOrderSchema>;

export function presentOrder(order: RampOrderReading): ShownRampOrder {
  const { terms, report, arrival, status, ownEnd, orderId, depositAddress, createdAtMs, updatedAtMs, askedAtMs, nextAskAtMs } = order;
  const { reference, provider, side, wallet, fiat, fiatNetwork, crypto, network, chainId, token, amount, amountOf } = terms;
  const ordered = (of: 'fiat' | 'crypto') => (amountOf === of ? amount : null);
  const isVerified = arrival?.kind === 'arrived';
  return {
    ...{ reference, provider, status, providerStatus: report?.providerStatus ?? null, message: report?.message ?? null, ownEnd },
    ...{ side, wallet, fiat, fiatNetwork, fiatAmount: report?.fiatAmount ?? ordered('fiat'), crypto, network, chainId, token },
    cryptoAmount: isVerified ? arrival.amount : (report?.cryptoAmount ?? ordered('crypto')),
    isVerified,
    isDeliveryGone: arrival?.kind === 'gone',
    missingAmount: isVerified ? arrival.missing : null,
    refundedAmount: report?.refundedAmount ?? null,
    ...{ orderId, depositAddress, transactionHash: report?.transactionHash ?? null, amount, amountOf },
    ...{ createdAt: isoOf(createdAtMs), updatedAt: isoOf(updatedAtMs) },
    askedAt: isoOf(askedAtMs),
    nextAskAt: isoOf(nextAskAtMs),
    ...{ isAsking: order.isAsking, answeredAt: isoOf(order.answeredAtMs), askFailure: order.askFailure },
  };
}
