import * as v from 'valibot';
import { rampNames } from '../ramp-provider.ts';

const text = v.nullable(v.string());
const provider = v.picklist(rampNames);
const side = v.picklist(['buy', 'sell']);
const limits = v.nullable(v.object({ min: text, max: text, currency: v.string() }));
const kind = v.picklist(['card', 'bank', 'wallet', 'other']);

export const offerSchema = v.object({
  provider,
  title: v.string(),
  side,
  fiat: v.string(),
  fiatAmount: v.string(),
  crypto: v.string(),
  network: v.string(),
  chainId: v.nullable(v.number()),
  token: text,
  cryptoAmount: v.string(),
  fees: v.array(v.object({ name: v.string(), amount: v.string(), currency: v.string() })),
  totalFee: text,
  method: v.nullable(v.object({ code: v.string(), name: v.string(), kind })),
  limits,
  deliverySeconds: v.nullable(v.number()),
  expiresAt: text,
  quoteId: text,
});

export const offersSchema = v.object({
  quotes: v.array(offerSchema),
  providers: v.array(v.object({ provider, ok: v.boolean(), ms: v.number(), reason: text, message: text, limits })),
});

export const savedSchema = v.object({
  provider,
  /** Whether this request replaced the stored catalogue. It is false when the catalogue was refreshed less than a minute ago. */
  isReplaced: v.boolean(),
  fetchedAt: text,
  coins: v.number(),
  fiats: v.number(),
  unmapped: v.number(),
  /** Why the last refresh did not replace the stored catalogue; null after a refresh that replaced it. */
  problem: text,
});

const coin = v.object({
  code: v.string(),
  network: v.string(),
  name: text,
  contract: text,
  chainId: v.nullable(v.number()),
  address: text,
  unmapped: v.nullable(v.picklist(['unknown-network', 'no-contract', 'invalid-contract'])),
  sides: v.array(side),
  limits: v.object({ buy: limits, sell: limits }),
  excludedCountries: v.array(v.string()),
});
const method = v.object({
  code: v.string(),
  name: v.string(),
  kind,
  side,
  countries: v.nullable(v.array(v.string())),
  limits,
  deliverySeconds: v.nullable(v.number()),
});
const fiat = v.object({ code: v.string(), countries: v.nullable(v.array(v.string())), sides: v.array(side), methods: v.array(method) });

export const catalogueSchema = v.object({
  provider,
  fetchedAt: text,
  problem: text,
  crypto: v.array(coin),
  fiat: v.array(fiat),
});

export const referenceSchema = v.object({ reference: v.string(), expiresAt: v.string(), provider });

export const checkoutSchema = v.object({
  provider,
  reference: v.string(),
  /** The URL of the provider's page on which the person pays. */
  url: v.string(),
  orderId: text,
  expiresAt: text,
});

export const signedPageSchema = v.object({ appId: v.string(), timestamp: v.string(), sign: v.string(), url: v.string() });
