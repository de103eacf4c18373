import * as v from 'valibot';
import { amount, chainIdMember, upTo200 } from '../../http/fields.ts';
import { isUuid } from '../../values/id-source.ts';
import { parseIsoTime } from '../../values/iso-time.ts';
import { parseChainAddress } from '../../values/parse-chain-address.ts';
import { ALERT_CANCELLERS, ALERT_DIRECTIONS, ALERT_KINDS, ALERT_ORIGINS, ALERT_STATUSES } from '../../values/price-alert.ts';
import type { NewAlert } from './create-alerts.ts';

const uuid = v.pipe(
  v.string(),
  v.check(isUuid, 'Expected the `id` of an alert, a UUID.'),
  v.transform((text) => text.toLowerCase()),
);
export const alertParams = v.object({ id: uuid });

const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100), v.description('The address of a listed token.'));
const place = { chainId: chainIdMember, token: address };
const orderFields = v.object({
  fromChainId: chainIdMember,
  fromToken: address,
  toChainId: chainIdMember,
  toToken: address,
  amount: v.pipe(amount, v.description('The amount to spend, in whole tokens.')),
});

export const newAlertFields = v.variant('condition', [
  v.object({
    ...place,
    condition: v.picklist(['above', 'below']),
    price: v.pipe(
      amount,
      v.description(
        'The price of one whole token in dollars at which the alert fires. A price that equals this value fires the alert too.',
      ),
    ),
    ...ends(),
  }),
  v.object({
    ...place,
    condition: v.literal('change'),
    percent: v.pipe(amount, v.description('The change from the current price, in percent, at which the alert fires.')),
    direction: v.optional(v.picklist(ALERT_DIRECTIONS), 'either'),
    ...ends(),
  }),
]);

function ends() {
  return {
    order: v.optional(
      v.nullable(v.pipe(orderFields, v.description('The trade of a limit order. If it is omitted, a price alert is created.'))),
      null,
    ),
    expiresAt: v.optional(
      v.nullable(
        v.pipe(
          v.string(),
          v.check((text) => parseIsoTime(text) !== null, 'Expected a time in ISO 8601, such as 2026-01-31T12:00:00Z.'),
          v.description('When the alert ends if it has not fired: ISO 8601, in UTC, at most 180 days from now. Default: in 30 days.'),
        ),
      ),
      null,
    ),
    id: v.optional(v.nullable(uuid), null),
  };
}

export const alertsQuery = v.object({
  status: v.optional(v.picklist(ALERT_STATUSES)),
  limit: v.optional(upTo200, '50'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
});

const tokenSchema = v.object({ chainId: v.number(), address: v.string(), symbol: v.string(), decimals: v.number() });
const quoteSchema = v.object({
  id: v.string(),
  aggregator: v.string(),
  amount: v.string(),
  amountMin: v.string(),
  usdAmount: v.string(),
  expiresAt: v.string(),
});

export const alertSchema = v.object({
  id: v.string(),
  kind: v.picklist(ALERT_KINDS),
  status: v.picklist(ALERT_STATUSES),
  wallet: v.string(),
  token: tokenSchema,
  condition: v.object({
    type: v.picklist(['above', 'below', 'change']),
    /** The alert fires when the price, in dollars, is at or above this value; null if a rising price does not fire the alert. */
    aboveUsd: v.nullable(v.string()),
    belowUsd: v.nullable(v.string()),
    percent: v.nullable(v.string()),
    direction: v.nullable(v.picklist(ALERT_DIRECTIONS)),
    referenceUsd: v.nullable(v.string()),
    text: v.string(),
  }),
  order: v.nullable(v.object({ from: tokenSchema, to: tokenSchema, amount: v.string(), amountText: v.string() })),
  createdBy: v.pipe(
    v.picklist(ALERT_ORIGINS),
    v.description('Who created the alert. `chat` means a chat message that named the wallet without proving its ownership.'),
  ),
  cancelledBy: v.nullable(v.picklist(ALERT_CANCELLERS)),
  fired: v.nullable(v.object({ priceUsd: v.string(), source: v.string(), priceAt: v.string(), at: v.string() })),
  quote: v.nullable(quoteSchema),
  quoteProblem: v.nullable(v.string()),
  createdAt: v.string(),
  expiresAt: v.string(),
});

/** Converts the body of a request to the input for creating an alert. */
export function newAlertOf(wallet: NewAlert['wallet'], body: v.InferOutput<typeof newAlertFields>): NewAlert {
  const { chainId, token, order, expiresAt, id } = body;
  return {
    ...{ wallet, origin: 'wallet', id },
    token: { chainId, address: parseChainAddress(chainId, token) },
    condition:
      body.condition === 'change'
        ? { type: 'change', percent: body.percent, direction: body.direction }
        : { type: body.condition, usd: body.price },
    order:
      order === null
        ? null
        : {
            from: { chainId: order.fromChainId, address: parseChainAddress(order.fromChainId, order.fromToken) },
            to: { chainId: order.toChainId, address: parseChainAddress(order.toChainId, order.toToken) },
            amount: order.amount,
          },
    expiresAtMs: expiresAt === null ? null : parseIsoTime(expiresAt),
  };
}
