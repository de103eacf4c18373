import * as v from 'valibot';
import { tokenRefSchema } from './shared-schemas.ts';

const text = v.nullable(v.string());
const limits = v.nullable(v.strictObject({ min: text, max: text, currency: v.string() }));

/** Offers of the ramp providers for a purchase or sale of crypto for money. Amounts are decimal text. */
export const rampSchema = v.strictObject({
  side: v.picklist(['buy', 'sell']),
  fiat: v.string(),
  amount: v.string(),
  amountOf: v.picklist(['fiat', 'crypto']),
  token: tokenRefSchema,
  /** The offers of the ramp providers, the best first. */
  offers: v.array(
    v.strictObject({
      provider: v.string(),
      title: v.string(),
      fiatAmount: v.string(),
      cryptoAmount: v.string(),
      totalFee: text,
      method: text,
      deliverySeconds: v.nullable(v.number()),
      limits,
    }),
  ),
  /** The providers that made no offer, each with its reason. */
  without: v.array(v.strictObject({ provider: v.string(), reason: v.string(), message: v.string() })),
});
