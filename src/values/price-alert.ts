import type { Address, ChainAddress } from './address.ts';
import type { PriceFact } from './autopilot/facts.ts';
import type { BaseUnits } from './base-units.ts';
import { compareRationals, parseRational } from './rational.ts';

/** A token of an alert. Its symbol and decimals are those at the time of the alert's creation. */
export type AlertToken = {
  readonly chainId: number;
  readonly address: ChainAddress;
  readonly symbol: string;
  readonly decimals: number;
};

/**
 * What an alert waits for. Prices are in dollars for a whole token, as exact decimal text, and bounds are inclusive. `change`: the price
 * moves by `percent` from `referenceUsd`, the price at the creation; `aboveUsd` and `belowUsd` are the resulting bounds, null where the
 * direction does not count.
 */
export type AlertCondition =
  | { readonly type: 'above' | 'below'; readonly usd: string }
  | {
      readonly type: 'change';
      readonly percent: string;
      readonly direction: AlertDirection;
      readonly referenceUsd: string;
      readonly aboveUsd: string | null;
      readonly belowUsd: string | null;
    };

export const ALERT_DIRECTIONS = ['up', 'down', 'either'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

export const ALERT_KINDS = ['price-alert', 'limit-order'] as const;
/** `price-alert`: a notification. `limit-order`: a notification with a fresh quote, which the wallet may sign. Nothing is executed. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The trade of a limit order: a quote for it is requested when the order fires. */
export type AlertOrder = { readonly from: AlertToken; readonly to: AlertToken; readonly amount: BaseUnits };

/** Who created or cancelled an alert: a client that proved to be the wallet, or a chat message that only named the wallet. */
export const ALERT_ORIGINS = ['wallet', 'chat'] as const;
export type AlertOrigin = (typeof ALERT_ORIGINS)[number];
/** Who cancelled an alert. `service`: it was one of the oldest when there were too many in all. */
export const ALERT_CANCELLERS = [...ALERT_ORIGINS, 'service'] as const;
export type AlertCanceller = (typeof ALERT_CANCELLERS)[number];

/** The price that fulfilled an alert's condition. `atMs`: when the alert fired; `priceAtMs`: time of the price by its source (UTC ms). */
export type FiredPrice = { readonly usd: string; readonly source: string; readonly priceAtMs: number; readonly atMs: number };

/** The best offer at the time when a limit order fired. `id` is the id with which the transaction is built; amounts are of `to`. */
export type AlertQuote = {
  readonly id: string;
  readonly aggregator: string;
  readonly amount: BaseUnits;
  readonly amountMin: BaseUnits;
  /** In dollars, as decimal text; "0" when unknown. */
  readonly usdAmount: string;
  readonly expiresAt: string;
};

export type QuoteOutcome = { readonly quote: AlertQuote; readonly problem: null } | { readonly quote: null; readonly problem: string };

export type PriceAlertInput = {
  readonly wallet: Address;
  readonly kind: AlertKind;
  /** The token whose price is watched. */
  readonly token: AlertToken;
  readonly condition: AlertCondition;
  /** Present for a limit order only. */
  readonly order: AlertOrder | null;
  readonly origin: AlertOrigin;
  readonly expiresAtMs: number;
};

export type PriceAlertContext = PriceAlertInput & {
  readonly fired: FiredPrice | null;
  readonly outcome: QuoteOutcome | null;
  readonly cancelledBy: AlertCanceller | null;
};

/** What the effects of an alert that fires get: of a quote, and of a notification. */
export type QuoteParams = { readonly wallet: Address; readonly order: AlertOrder };
export type TellParams = Omit<PriceAlertContext, 'fired' | 'cancelledBy'> & { readonly fired: FiredPrice };

export const ALERT_STATUSES = ['waiting', 'firing', 'fired', 'expired', 'cancelled'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** An alert as it is read. */
export type PriceAlertView = PriceAlertContext & {
  readonly id: string;
  readonly status: AlertStatus;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** The bounds of a condition, as decimal text in dollars; null where there is none. */
export function boundsOf(condition: AlertCondition): { readonly aboveUsd: string | null; readonly belowUsd: string | null } {
  if (condition.type === 'change') return condition;
  return condition.type === 'above' ? { aboveUsd: condition.usd, belowUsd: null } : { aboveUsd: null, belowUsd: condition.usd };
}

/** Whether a price in dollars (decimal text) fulfils a condition. */
export function isReachedAt(condition: AlertCondition, usd: string): boolean {
  const { aboveUsd, belowUsd } = boundsOf(condition);
  const price = parseRational(usd);
  if (aboveUsd !== null && compareRationals(price, parseRational(aboveUsd)) >= 0) return true;
  return belowUsd !== null && compareRationals(price, parseRational(belowUsd)) <= 0;
}

/** Whether an alert may fire at a price: only a price that is current and not doubted counts. */
export function firesAt(condition: AlertCondition, price: PriceFact | null): price is Extract<PriceFact, { readonly kind: 'price' }> {
  return price?.kind === 'price' && price.isTrusted && isReachedAt(condition, price.usd);
}

/** The key of the fact, and the topic of the trigger, of a token's price. */
export function priceKeyOf({ chainId, address }: Pick<AlertToken, 'chainId' | 'address'>): string {
  return `price/${chainId}/${address}`;
}
