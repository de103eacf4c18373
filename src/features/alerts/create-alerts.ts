import type { ReadPrice } from '../../market/price-series/read-price.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import { type Address, type ChainAddress, isAddress } from '../../values/address.ts';
import { conditionText } from '../../values/alert-words.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { numberText } from '../../values/inspection/plain-number.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import {
  type AlertKind,
  type AlertOrder,
  type AlertOrigin,
  type AlertToken,
  isReachedAt,
  type PriceAlertView,
} from '../../values/price-alert.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { AlertActors } from './alert-actors.ts';
import type { AlertLimits } from './alert-limits.ts';
import type { CountAlert } from './alert-metrics.ts';
import { type NewCondition, resolveCondition } from './resolve-condition.ts';

/** A token as a client names it: its chain and its address. */
export type TokenPlace = { readonly chainId: number; readonly address: ChainAddress };

export type NewAlert = {
  readonly wallet: Address;
  readonly origin: AlertOrigin;
  /** The id of the alert. A client that repeats its request repeats the id. When null, the service chooses a new id. */
  readonly id: string | null;
  readonly token: TokenPlace;
  readonly condition: NewCondition;
  /** The trade of a limit order, with the amount in whole tokens; null for a price alert. */
  readonly order: { readonly from: TokenPlace; readonly to: TokenPlace; readonly amount: string } | null;
  /** When the alert expires (UTC ms); null for the default of 30 days. */
  readonly expiresAtMs: number | null;
};

/** The service for price alerts and limit orders. */
export type Alerts = {
  /**
   * Creates an alert. Repeating the call with the same id returns the alert of the first call.
   * @throws TerminalError 404 `token-not-found`, 422 `token-not-priced`, 409 `already-reached` (with the price now), 400 `wrong-price`,
   * `wrong-percent`, `wrong-end`, `same-token`, `amount-too-small`, 422 `chain-not-evm`, 429 `too-many-alerts`, `too-many-tokens-watched`;
   * RetryableError 503 `price-unavailable`
   */
  readonly create: (alert: NewAlert) => Promise<PriceAlertView>;
  /** Lists the alerts of a wallet. */
  readonly list: AlertActors['list'];
  /** Returns an alert of a wallet. @throws TerminalError 404 `alert-not-found`, also for an alert of another wallet */
  readonly find: (wallet: Address, id: string) => Promise<PriceAlertView>;
  /**
   * Cancels an alert. Cancelling it again changes nothing.
   * @throws the errors of `find`; TerminalError 409 `alert-not-waiting`; 403 `alert-of-wallet` when a chat wants to cancel what the wallet
   * created
   */
  readonly cancel: (wallet: Address, id: string, by: AlertOrigin) => Promise<PriceAlertView>;
  /** Removes all alerts of a wallet, and returns how many there were. */
  readonly removeAll: (wallet: Address) => Promise<number>;
};

/** How long an alert waits when the request states no expiry, in ms. */
const USUAL_MS = 30 * DAY_MS;
/** Minimum time from the creation of an alert to its expiry, in ms. */
const LEAST_MS = 60_000;
/** Maximum time from the creation of an alert to its expiry, in ms. */
export const MOST_MS = 180 * DAY_MS;
const PAGE = 100;

export function createAlerts(deps: {
  readonly actors: AlertActors;
  readonly limits: AlertLimits;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly readPrice: ReadPrice;
  readonly count: CountAlert;
  readonly clock: Clock;
  readonly ids: IdSource;
}): Alerts {
  const { actors, limits, tokens, readPrice, count, clock, ids } = deps;

  async function find(wallet: Address, id: string): Promise<PriceAlertView> {
    const alert = await actors.read(id);
    if (alert !== null && alert.wallet === wallet) return alert;
    throw new TerminalError({ code: 'alert-not-found', status: 404, message: `The wallet has no alert with the id ${id}.` });
  }

  async function create({ wallet, origin, id: known, token: place, condition: wanted, order: trade, expiresAtMs: end }: NewAlert) {
    const id = known ?? ids();
    const earlier = known === null ? null : await actors.read(known);
    if (earlier !== null) return await find(wallet, id);
    const expiresAtMs = endOf(end, clock.now());
    const token = await tokenAt(place);
    const order = trade === null ? null : await orderOf(trade);
    await limits.requirePlace(wallet, origin, 0);
    await limits.requireWatchable(token);
    const price = await readPrice(token.chainId, token.address);
    if (wanted.type === 'change' && !price.isTrusted) throw doubted(token, price.doubt);
    const condition = resolveCondition(wanted, price.priceUsd);
    if (isReachedAt(condition, price.priceUsd)) {
      const message = `The price of one ${token.symbol} is $${numberText(price.priceUsd)} now, so the price is already ${conditionText(condition)}. Choose a price that is not reached yet.`;
      throw new TerminalError({ code: 'already-reached', status: 409, message, details: { priceUsd: price.priceUsd } });
    }
    await limits.makeRoom(origin);
    const kind: AlertKind = order === null ? 'price-alert' : 'limit-order';
    const alert = await actors.create(id, { wallet, kind, token, condition, order, origin, expiresAtMs });
    try {
      // Two requests of the same wallet can pass the check of the limit at the same time, so the limit is checked again after the new alert
      // was stored.
      await limits.requirePlace(wallet, origin, 1);
    } catch (error) {
      await actors.remove(id);
      throw error;
    }
    count(kind, 'created');
    return alert;
  }

  async function tokenAt({ chainId, address }: TokenPlace): Promise<AlertToken> {
    const token = await tokens.find(chainId, address);
    if (token !== null) return asAlertToken(token);
    throw new TerminalError({ code: 'token-not-found', status: 404, message: `The token ${address} is not listed on chain ${chainId}.` });
  }

  async function orderOf({ from: spent, to: received, amount: text }: NonNullable<NewAlert['order']>): Promise<AlertOrder> {
    const [from, to] = [await tokenAt(spent), await tokenAt(received)];
    if (!isAddress(from.address) || !isAddress(to.address)) {
      const message = 'Limit orders are possible for tokens of EVM chains only, because the signed-in wallet is an EVM wallet.';
      throw new TerminalError({ code: 'chain-not-evm', status: 422, message });
    }
    if (from.chainId === to.chainId && from.address === to.address) {
      const message = `The order would spend and receive the same token, ${from.symbol}. Name two different tokens.`;
      throw new TerminalError({ code: 'same-token', status: 400, message });
    }
    const units = parseAmount(text, from.decimals);
    if (units > 0n) return { from, to, amount: toBaseUnits(units) };
    const message = `The amount ${text} is less than the smallest unit of ${from.symbol}, which has ${from.decimals} decimals.`;
    throw new TerminalError({ code: 'amount-too-small', status: 400, message });
  }

  async function cancel(wallet: Address, id: string, by: AlertOrigin): Promise<PriceAlertView> {
    const before = await find(wallet, id);
    if (before.status === 'cancelled') return before;
    const { isAccepted, alert } = await actors.cancel(id, by);
    if (isAccepted) {
      count(alert.kind, 'cancelled');
      return alert;
    }
    if (alert.status === 'cancelled') return alert;
    if (alert.status === 'waiting') {
      const message = "The signed-in wallet created this alert, so only a request with the wallet's access token can cancel it.";
      throw new TerminalError({ code: 'alert-of-wallet', status: 403, message });
    }
    const became = alert.status === 'expired' ? 'has ended' : 'has fired';
    throw new TerminalError({ code: 'alert-not-waiting', status: 409, message: `This alert ${became}, so it cannot be cancelled.` });
  }

  async function removeAll(wallet: Address): Promise<number> {
    let removed = 0;
    // Each round reads the first page of the wallet's alerts again, because removed alerts disappear from the list.
    for (;;) {
      const { alerts } = await actors.list(wallet, { limit: PAGE });
      if (alerts.length === 0) return removed;
      await Promise.all(alerts.map(({ id }) => actors.remove(id)));
      removed += alerts.length;
    }
  }

  return { create, list: actors.list, find, cancel, removeAll };
}

function asAlertToken({ chainId, address, symbol, decimals }: Token): AlertToken {
  return { chainId, address, symbol, decimals };
}

function endOf(expiresAtMs: number | null, nowMs: number): number {
  if (expiresAtMs === null) return nowMs + USUAL_MS;
  if (expiresAtMs >= nowMs + LEAST_MS && expiresAtMs <= nowMs + MOST_MS) return expiresAtMs;
  const message = 'The end of an alert must be at least one minute and at most 180 days from now.';
  throw new TerminalError({ code: 'wrong-end', status: 400, message });
}

function doubted({ symbol }: AlertToken, doubt: string | null): RetryableError {
  const message =
    `The price of ${symbol} is not reliable now, so a change of the price cannot be measured from it. Try again in a minute. ${doubt ?? ''}`.trim();
  return new RetryableError({ code: 'price-unavailable', message, retryAfterMs: 60_000 });
}
