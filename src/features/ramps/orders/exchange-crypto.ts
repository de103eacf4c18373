import type { ChainAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { IdSource } from '../../../values/id-source.ts';
import { isNative } from '../../../values/native.ts';
import type { RampOrderReading } from '../../../values/ramp-order.ts';
import type { Catalogue } from '../catalogue-rows.ts';
import type { CoinChoice } from '../offer.ts';
import { notOffered } from '../ramp-failures.ts';
import type { RampCoin, RampExchange, RampLimits, RampName } from '../ramp-provider.ts';
import type { RegisteredRamp } from '../registry.ts';
import { rampOf } from '../registry.ts';
import type { OrderActors } from './order-actors.ts';

export type ExchangeInput = { readonly from: CoinChoice; readonly to: CoinChoice; readonly amount: string };

export type ExchangeCrypto = {
  /** Estimates the amount that an exchange delivers. @throws ProviderFailure; TerminalError `ramp-off` */
  estimate(
    input: ExchangeInput,
    signal: AbortSignal,
  ): Promise<{ readonly from: RampCoin; readonly to: RampCoin; readonly amount: string; readonly limits: RampLimits | null }>;
  /** Starts an exchange and creates an order that follows it. @throws the errors of `estimate` */
  start(
    input: ExchangeInput & { readonly wallet: ChainAddress; readonly clientAddress: string | null },
    signal: AbortSignal,
  ): Promise<{ readonly order: RampOrderReading; readonly url: string | null; readonly amount: string | null }>;
};

const NAME: RampName = 'guardarian';

/** Creates the instant exchange of crypto for crypto, at the one provider that offers it. */
export function createExchangeCrypto(deps: {
  readonly ramps: readonly RegisteredRamp[];
  readonly catalogueOf: (provider: RampName) => Promise<Pick<Catalogue, 'coins'>>;
  readonly orders: Pick<OrderActors, 'create' | 'opened'>;
  readonly clock: Clock;
  readonly ids: IdSource;
}): ExchangeCrypto {
  const { ramps, catalogueOf, orders, clock, ids } = deps;

  const coinsOf = async ({ from, to }: ExchangeInput) => {
    const { coins } = await catalogueOf(NAME);
    return { from: coinIn(coins, from), to: coinIn(coins, to) };
  };
  const call = <T>(work: (exchange: RampExchange, signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> =>
    rampOf(ramps, NAME).call(
      'exchange',
      ({ exchange }, within) => {
        if (exchange === null) throw notOffered(NAME, 'The provider does not exchange crypto for crypto.');
        return work(exchange, within);
      },
      { signal },
    );

  return {
    async estimate(input, signal) {
      const coins = await coinsOf(input);
      const { amount, limits } = await call((exchange, within) => exchange.estimate({ ...coins, amount: input.amount }, within), signal);
      return { ...coins, amount, limits };
    },
    async start({ wallet, clientAddress, ...input }, signal) {
      const { from, to } = await coinsOf(input);
      if (rampOf(ramps, NAME).provider === null) await call(async () => undefined, signal);
      const reference = ids();
      // The order is stored before the exchange begins, so that every exchange which the provider has begun has an order.
      await orders.create({
        terms: {
          ...{ reference, provider: NAME, side: 'buy', wallet, crypto: to.code, network: to.network, chainId: to.chainId },
          ...{ token: to.address, fiat: from.code, fiatNetwork: from.network, amount: input.amount, amountOf: 'fiat' },
        },
        findsByReference: rampOf(ramps, NAME).traits.findsBy.includes('reference'),
        createdAtMs: clock.now(),
      });
      const request = { from, to, amount: input.amount, reference, wallet, clientAddress };
      const { orderId, depositAddress, url, amount } = await call((exchange, within) => exchange.start(request, within), signal);
      return { order: await orders.opened(reference, { orderId, depositAddress }), url, amount };
    },
  };
}

/** Returns the coin of the provider's catalogue that a client has chosen. @throws TerminalError `coin-not-listed` (404) */
function coinIn(coins: readonly RampCoin[], choice: CoinChoice): RampCoin {
  const found = coins.find(({ code, network, chainId, address }) =>
    'token' in choice
      ? chainId === choice.chainId && address !== null && (address === choice.token || (isNative(address) && isNative(choice.token)))
      : code.toUpperCase() === choice.crypto.toUpperCase() && network.toUpperCase() === choice.network.toUpperCase(),
  );
  if (found !== undefined) return found;
  const what = 'token' in choice ? `the token ${choice.token} on chain ${choice.chainId}` : `${choice.crypto} on ${choice.network}`;
  throw new TerminalError({ code: 'coin-not-listed', message: `${NAME} does not list ${what}.`, status: 404 });
}
