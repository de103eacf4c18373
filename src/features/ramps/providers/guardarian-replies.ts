import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { lenient, maybe, maybeList, shownText, wireText } from '../../../platform/http-client/wire.ts';
import type { RampStatus } from '../../../values/ramp-status.ts';
import { methodKindOf } from '../provider-words.ts';
import { amountRefused, notOffered } from '../ramp-failures.ts';
import type { ListedCoin, RampFiat } from '../ramp-provider.ts';
import { listOf, wireMoney } from '../wire-money.ts';

export const NAME = 'guardarian';

export const STATUSES: Readonly<Record<string, RampStatus>> = {
  ...{ new: 'created', waiting: 'awaiting-payment', confirming: 'paying', confirmed: 'paid', exchanging: 'delivering' },
  ...{ sending: 'delivering', finished: 'completed', failed: 'failed', expired: 'expired', refunded: 'refunded', hold: 'on-hold' },
};

export const text = wireText;

export const feeSchema = v.object({ name: shownText, amount: wireMoney, currency: text });

export const estimateSchema = v.object({
  from_currency: text,
  to_currency: text,
  to_network: maybe(text),
  value: wireMoney,
  service_fees: listOf(feeSchema),
  network_fee: lenient(v.object({ amount: wireMoney, currency: text })),
});

export const rangeSchema = v.object({ min: maybe(wireMoney), max: maybe(wireMoney) });

export const isOn = v.optional(v.nullable(v.boolean()), null);

export const networkSchema = v.object({ network: text, token_contract: maybe(text) });

export const cryptoSchema = v.object({ ticker: text, name: shownText, networks: listOf(networkSchema) });

export const fiatSchema = v.object({
  ticker: text,
  payment_methods: listOf(v.object({ payment_category: text, deposit_enabled: isOn, withdrawal_enabled: isOn })),
});

export const currenciesSchema = v.object({ crypto_currencies: listOf(cryptoSchema), fiat_currencies: listOf(fiatSchema) });

export const countriesSchema = listOf(v.object({ code_iso_alpha_2: text, supported: isOn }));

export const createdSchema = v.object({
  id: text,
  redirect_url: maybe(text),
  expected_to_amount: maybe(wireMoney),
  deposit_address: maybe(text),
});

export const orderSchema = v.object({
  id: text,
  status: text,
  external_partner_link_id: maybe(text),
  from_currency: maybe(text),
  from_amount: maybe(wireMoney),
  to_currency: maybe(text),
  to_amount: maybe(wireMoney),
  from_network: maybe(text),
  to_network: maybe(text),
  payout_address: maybe(text),
  output_hash: maybe(text),
  refund_amount: maybe(wireMoney),
  status_details: shownText,
});

export const hookSchema = v.object({ id: maybe(text), status: maybe(text), external_partner_link_id: maybe(text) });

export const refusalSchema = v.object({
  message: v.optional(v.union([v.string(), v.array(v.string())]), ''),
  errors: maybeList(v.object({ message: shownText, reason: shownText })),
});

export function coinsOf({ ticker, name, networks }: v.InferOutput<typeof cryptoSchema>): ListedCoin[] {
  return networks.map(({ network, token_contract }) => ({
    ...{ code: ticker, network, name, contract: token_contract, sides: ['buy', 'sell'] },
    ...{ limits: { buy: null, sell: null }, excludedCountries: [], statedChainId: null, ids: {} },
  }));
}

export function fiatOf({ ticker, payment_methods }: v.InferOutput<typeof fiatSchema>, countries: readonly string[]): RampFiat {
  const methods = payment_methods.flatMap(({ payment_category: code, deposit_enabled, withdrawal_enabled }) =>
    (['buy', 'sell'] as const).flatMap((side) =>
      (side === 'buy' ? deposit_enabled : withdrawal_enabled) === true
        ? [{ code, name: code, kind: methodKindOf(code), side, countries: null, limits: null, deliverySeconds: null }]
        : [],
    ),
  );
  const sides = (['buy', 'sell'] as const).filter((side) => methods.some((method) => method.side === side));
  return { code: ticker.toUpperCase(), id: null, countries: countries.length === 0 ? null : countries, sides, methods };
}

export function isSame(theirs: string, ours: string): boolean {
  return theirs.toUpperCase() === ours.toUpperCase();
}

export function refusal(_status: number, body: unknown): ProviderFailure | null {
  const read = v.safeParse(refusalSchema, body);
  if (!read.success) return null;
  const { message, errors } = read.output;
  const said = [message, ...errors.flatMap((each) => [each.message, each.reason])].flat().join(' ').toLowerCase();
  if (/amount|minim|maxim/.test(said)) return amountRefused(NAME, null);
  if (/not supported|unsupported|not available|unavailable|not found|country/.test(said))
    return notOffered(NAME, 'The provider does not offer this pair, country or payment method.');
  return null;
}

export function unknownOrder(status: number): ProviderFailure | null {
  return status === 404 ? new ProviderFailure('no-route', `${NAME} does not know this order.`) : null;
}
