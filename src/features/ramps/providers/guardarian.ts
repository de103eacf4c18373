import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { ProviderHttp } from '../../../platform/http-client/provider-http.ts';
import { verbatim } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import { compareDecimals } from '../../../values/exact-decimals.ts';
import { rampTitles } from '../../../values/ramp-names.ts';
import { checkoutUrl } from '../checkout-url.ts';
import { statusOf } from '../provider-words.ts';
import { amountRefused, notOffered, requireSame, webhookUnreadable } from '../ramp-failures.ts';
import type { RampProvider, RampTraits } from '../ramp-provider.ts';
import { bodyTextOf, eventIdOf, objectIn } from '../webhook-reading.ts';
import {
  coinsOf,
  countriesSchema,
  createdSchema,
  currenciesSchema,
  estimateSchema,
  fiatOf,
  hookSchema,
  isSame,
  NAME,
  orderSchema,
  rangeSchema,
  refusal,
  STATUSES,
  unknownOrder,
} from './guardarian-replies.ts';
import { cryptoPair, type Pair, pairOf, transactionOf, wordOf } from './guardarian-requests.ts';

export const guardarianTraits: RampTraits = {
  name: NAME,
  title: rampTitles[NAME],
  amounts: { buy: ['fiat', 'crypto'], sell: ['crypto', 'fiat'] },
  findsBy: ['order-id'],
  asksBySide: false,
  networks: {
    ...{ eth: 1, erc20: 1, op: 10, optimism: 10, bsc: 56, bep20: 56, matic: 137, polygon: 137, base: 8453, arb: 42161, arbitrum: 42161 },
    ...{ avaxc: 43114, sol: SOLANA_CHAIN_ID, trx: TRON_CHAIN_ID, trc20: TRON_CHAIN_ID },
  },
  webhooks: 'unsigned',
  acknowledgement: { body: '{"received":true}', contentType: 'application/json' },
};

/** The adapter for Guardarian. Its offers are estimates without a guaranteed price, and its webhooks are not signed. */
export function createGuardarian({
  http,
  replacedBy,
}: {
  readonly http: ProviderHttp;
  readonly replacedBy: string | undefined;
}): RampProvider {
  const estimate = async (pair: Pair, amount: string, isReverse: boolean, signal: AbortSignal) => {
    const query = { ...pair, ...(isReverse ? { to_amount: amount, type: 'reverse' } : { from_amount: amount }) };
    try {
      const { data } = await http.call({ method: 'GET', path: '/estimate', query, reply: estimateSchema, refusal, signal });
      const isPair = isSame(data.from_currency, pair.from_currency) && isSame(data.to_currency, pair.to_currency);
      // The estimate of the amount to pay never equals the amount to receive. If both are equal, the reply only repeats the request.
      const isEcho = isReverse && compareDecimals(data.value, amount) === 0;
      const isNetwork = data.to_network === null || pair.to_network === undefined || isSame(data.to_network, pair.to_network);
      requireSame(NAME, isPair && isNetwork && !isEcho && compareDecimals(data.value, '0') > 0);
      return data;
    } catch (error) {
      if (error instanceof ProviderFailure && error.reason === 'amount-out-of-range' && !isReverse)
        throw amountRefused(NAME, await rangeOf(pair, signal).catch(() => null));
      throw error;
    }
  };
  const rangeOf = async (pair: Pair, signal: AbortSignal) => {
    const [from, to] = [wordOf(pair.from_currency, pair.from_network), wordOf(pair.to_currency, pair.to_network)];
    const { data } = await http.call({ method: 'GET', path: `/market-info/min-max-range/${from}_${to}`, reply: rangeSchema, signal });
    return { ...data, currency: pair.from_currency };
  };
  const create = async (body: Readonly<Record<string, unknown>>, clientAddress: string | null, signal: AbortSignal) => {
    // The provider limits transactions by IP address. Without the person's address, all persons would share the address of this service.
    const headers = clientAddress === null ? {} : { 'x-forwarded-for': clientAddress };
    return (await http.call({ method: 'POST', path: '/transaction', headers, body, reply: createdSchema, refusal, signal })).data;
  };
  const page = (url: string) => checkoutUrl(NAME, url, { hosts: ['guardarian.com'], replacedBy: [replacedBy] });

  return {
    traits: guardarianTraits,
    registerWebhook: null,
    signPage: null,

    async catalogue(signal) {
      const [currencies, countries] = await Promise.all([
        http.call({ method: 'GET', path: '/currencies', reply: currenciesSchema, signal }),
        http.call({ method: 'GET', path: '/countries', reply: countriesSchema, signal }),
      ]);
      const supported = countries.data.flatMap((each) => (each.supported === true ? [each.code_iso_alpha_2.toUpperCase()] : []));
      return {
        coins: currencies.data.crypto_currencies.flatMap(coinsOf),
        fiats: currencies.data.fiat_currencies.map((fiat) => fiatOf(fiat, supported)),
      };
    },

    async offer({ side, fiat, coin, amount, amountOf, method }, signal) {
      const isReverse = amountOf !== (side === 'buy' ? 'fiat' : 'crypto');
      const data = await estimate(pairOf(side, fiat, coin), amount, isReverse, signal);
      const [paid, received] = isReverse ? [data.value, amount] : [amount, data.value];
      const { network_fee } = data;
      return {
        fiatAmount: side === 'buy' ? paid : received,
        cryptoAmount: side === 'buy' ? received : paid,
        fees: [
          ...data.service_fees.map(({ name, ...fee }) => ({ name: name ?? 'Service fee', ...fee })),
          ...(network_fee === null ? [] : [{ name: 'Network fee', ...network_fee }]),
        ],
        method: method === null ? null : { code: method.code, name: method.name, kind: method.kind },
        ...{ deliverySeconds: null, expiresAtMs: null, quoteId: null },
      };
    },

    async checkout(request, signal) {
      if (request.terms.amountOf !== (request.side === 'buy' ? 'fiat' : 'crypto'))
        throw notOffered(NAME, 'For a checkout, the provider accepts only the amount that is paid.');
      const { id, redirect_url } = await create(transactionOf(request), request.clientAddress, signal);
      if (redirect_url === null)
        throw new ProviderFailure('malformed-reply', `${NAME} opened an order but returned no checkout page for it.`);
      return { url: page(redirect_url), orderId: id, expiresAtMs: null };
    },

    async order({ orderId, side }, signal) {
      if (orderId === null) return null;
      const path = `/transaction/${encodeURIComponent(orderId)}`;
      const found = await http
        .call({ method: 'GET', path, reply: orderSchema, refusal: unknownOrder, signal })
        .catch((error: unknown) => (error instanceof ProviderFailure && error.reason === 'no-route' ? null : Promise.reject(error)));
      if (found === null) return null;
      const { data } = found;
      requireSame(NAME, data.id === orderId);
      const isBuy = side === 'buy';
      return {
        ...{ orderId: data.id, reference: data.external_partner_link_id, providerStatus: data.status, side },
        status: statusOf(STATUSES, data.status.toLowerCase()),
        fiat: isBuy ? data.from_currency : data.to_currency,
        fiatAmount: isBuy ? data.from_amount : data.to_amount,
        crypto: isBuy ? data.to_currency : data.from_currency,
        network: isBuy ? data.to_network : data.from_network,
        cryptoAmount: isBuy ? data.to_amount : data.from_amount,
        ...{ destination: data.payout_address, transactionHash: data.output_hash, refundedAmount: data.refund_amount },
        message: data.status_details,
      };
    },

    async readWebhook({ body }) {
      const { payload } = objectIn(NAME, bodyTextOf(NAME, body));
      const read = v.safeParse(hookSchema, payload);
      if (!read.success || (read.output.id === null && read.output.external_partner_link_id === null))
        throw webhookUnreadable(NAME, 'an object `payload` with `id` or `external_partner_link_id`');
      const { id, status, external_partner_link_id } = read.output;
      return {
        ...{ orderId: id, reference: external_partner_link_id, side: null, providerStatus: status, isProved: false },
        eventId: eventIdOf(id, external_partner_link_id, status),
      };
    },

    exchange: {
      async estimate({ from, to, amount }, signal) {
        const pair = cryptoPair(from, to);
        const [{ value }, limits] = await Promise.all([estimate(pair, amount, false, signal), rangeOf(pair, signal).catch(() => null)]);
        return { amount: value, limits };
      },
      async start({ from, to, amount, reference, wallet, clientAddress }, signal) {
        const body = {
          ...{ from_amount: amount, ...cryptoPair(from, to), external_partner_link_id: reference },
          payout_info: { payout_address: wallet, skip_choose_payout_address: true },
        };
        const { id, redirect_url, deposit_address, expected_to_amount } = await create(body, clientAddress, signal);
        const url = redirect_url === null ? null : page(redirect_url);
        return { orderId: id, depositAddress: deposit_address, url, amount: expected_to_amount };
      },
    },

    async check(signal) {
      await http.call({ method: 'GET', path: '/currencies/fiat', reply: verbatim, signal });
    },
  };
}
