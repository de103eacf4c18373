import * as v from 'valibot';
import { ALERT_CANCELLERS, ALERT_DIRECTIONS, ALERT_KINDS, ALERT_ORIGINS, ALERT_STATUSES } from '../../../values/price-alert.ts';
import { baseUnitsText, decimalText } from './shared-schemas.ts';

const alertTokenSchema = v.strictObject({ chainId: v.number(), address: v.string(), symbol: v.string(), decimals: v.number() });

/** A price alert or a limit order, as `GET /v1/alerts` lists it. */
export const alertSchema = v.strictObject({
  id: v.string(),
  kind: v.picklist(ALERT_KINDS),
  status: v.picklist(ALERT_STATUSES),
  wallet: v.string(),
  token: alertTokenSchema,
  condition: v.strictObject({
    type: v.picklist(['above', 'below', 'change']),
    aboveUsd: v.nullable(decimalText),
    belowUsd: v.nullable(decimalText),
    percent: v.nullable(decimalText),
    direction: v.nullable(v.picklist(ALERT_DIRECTIONS)),
    referenceUsd: v.nullable(decimalText),
    text: v.string(),
  }),
  /** The trade of a limit order; null for a price alert. */
  order: v.nullable(v.strictObject({ from: alertTokenSchema, to: alertTokenSchema, amount: baseUnitsText, amountText: decimalText })),
  createdBy: v.picklist(ALERT_ORIGINS),
  cancelledBy: v.nullable(v.picklist(ALERT_CANCELLERS)),
  fired: v.nullable(v.strictObject({ priceUsd: decimalText, source: v.string(), priceAt: v.string(), at: v.string() })),
  quote: v.nullable(
    v.strictObject({
      id: v.string(),
      aggregator: v.string(),
      amount: baseUnitsText,
      amountMin: baseUnitsText,
      usdAmount: v.string(),
      expiresAt: v.string(),
    }),
  ),
  quoteProblem: v.nullable(v.string()),
  createdAt: v.string(),
  expiresAt: v.string(),
});

/** The alerts that the user's message asks to list or to cancel. For the operation `cancel`, they are the cancelled alerts. */
export const alertsSchema = v.strictObject({
  operation: v.picklist(['list', 'cancel']),
  items: v.array(alertSchema),
  notShown: v.number(),
});
