import type { Address, ChainAddress } from './address.ts';
import type { PriceFact } from './autopilot/facts.ts';
import type { BaseUnits } from './base-units.ts';
import { compareRationals, parseRational } from './rational.ts';

/** A token of an alert, with its symbol and decimals at the time when the alert was created. */
export type AlertToken = {
  readonly chainId: number;
  readonly address: ChainAddress;
  readonly symbol: string;
  readonly decimals: number;
};

/**
 * The condition of an alert. Prices are in dollars per whole token, as exact decimal text; a price equal to a bound fulfils the condition.
 * For `change`, the price must move by `percent` from `referenceUsd`, the price when the alert was created. `aboveUsd` and `belowUsd` are
 * the resulting bounds. A bound is null when a move in its direction does not trigger the alert.
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
/**
 * The kind of an alert. When its condition is met, a `price-alert` sends a notification, and a `limit-order` sends a notification with a
 * new quote that the wallet may sign. The service itself never trades.
 */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The trade of a limit order. When the order's condition is met, a quote for this trade is requested. */
export type AlertOrder = { readonly from: AlertToken; readonly to: AlertToken; readonly amount: BaseUnits };

/**
 * Who created or cancelled an alert: `wallet` is a client that proved to control the wallet, and `chat` is a chat message that only named
 * the wallet.
 */
export const ALERT_ORIGINS = ['wallet', 'chat'] as const;
export type AlertOrigin = (typeof ALERT_ORIGINS)[number];
/** Who cancelled an alert. `service` means that the alert was one of the oldest when the total number of alerts exceeded its limit. */
export const ALERT_CANCELLERS = [...ALERT_ORIGINS, 'service'] as const;
export type AlertCanceller = (typeof ALERT_CANCELLERS)[number];

/**
 * The price that fulfilled an alert's condition. `atMs`: when the alert fired; `priceAtMs`: the time of the price as its source reports it
 * (both UTC ms).
 */
export type FiredPrice = { readonly usd: string; readonly source: string; readonly priceAtMs: number; readonly atMs: number };

/**
 * The best offer at the time when a limit order fired. `id` is the id from which the transaction is built. Amounts are in units of the
 * token `to`.
 */
export type AlertQuote = {
  readonly id: string;
  readonly aggregator: string;
  readonly amount: BaseUnits;
  readonly amountMin: BaseUnits;
  /** The value of the offer in dollars, as decimal text; "0" when unknown. */
  readonly usdAmount: string;
  readonly expiresAt: string;
};

export type QuoteOutcome = { readonly quote: AlertQuote; readonly problem: null } | { readonly quote: null; readonly problem: string };

export type PriceAlertInput = {
  readonly wallet: Address;
  readonly kind: AlertKind;
  /** The token whose price the alert watches. */
  readonly token: AlertToken;
  readonly condition: AlertCondition;
  /** The trade of a limit order; null for any other alert. */
  readonly order: AlertOrder | null;
  readonly origin: AlertOrigin;
  readonly expiresAtMs: number;
};

export type PriceAlertContext = PriceAlertInput & {
  readonly fired: FiredPrice | null;
  readonly outcome: QuoteOutcome | null;
  readonly cancelledBy: AlertCanceller | null;
};

/** The input of the effect that requests a quote when the condition of a limit order is met. */
export type QuoteParams = { readonly wallet: Address; readonly order: AlertOrder };
export type TellParams = Omit<PriceAlertContext, 'fired' | 'cancelledBy'> & { readonly fired: FiredPrice };

export const ALERT_STATUSES = ['waiting', 'firing', 'fired', 'expired', 'cancelled'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** The state of an alert as its actor returns it. */
export type PriceAlertView = PriceAlertContext & {
  readonly id: string;
  readonly status: AlertStatus;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** Returns the bounds of a condition, as decimal text in dollars; null where the condition has no bound. */
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

/** Whether an alert is triggered at a price. The price must be recent and trusted, and it must fulfil the condition. */
export function firesAt(condition: AlertCondition, price: PriceFact | null): price is Extract<PriceFact, { readonly kind: 'price' }> {
  return price?.kind === 'price' && price.isTrusted && isReachedAt(condition, price.usd);
}

/** Builds the key under which a token's price is read. Triggers that wait for a price use the same key. */
export function priceKeyOf({ chainId, address }: Pick<AlertToken, 'chainId' | 'address'>): string {
  return `price/${chainId}/${address}`;
}
