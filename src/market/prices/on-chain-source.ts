import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import type { Clock } from '../../values/clock.ts';
import { isNative } from '../../values/native.ts';
import { formatRational, multiplyRationals, type Rational } from '../../values/rational.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import type { PoolReadings, PoolReferences } from '../pools/create-pool-references.ts';
import { priceRules, type ReferenceRules } from '../pools/reference-rules.ts';
import { depthOf, throughBoth, type Voice, weighVoices } from '../pools/weigh-voices.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import { noPrice, type PriceAnswer, type PricedToken, type PriceSource } from './price.ts';

type Deps = {
  references: PoolReferences;
  networks: Pick<Networks, 'get'>;
  tokens: Pick<Tokens, 'findMany'>;
  clock: Clock;
  log: RepeatsLog;
  rules?: (chainId: number) => ReferenceRules;
  timeoutMs?: number;
};

/**
 * Minimum liquidity in dollars of a pool for its price to be used: the value of the dollar token or wrapped native asset that a full-range
 * pool with this liquidity would contain. The price of an almost empty pool can be changed at no cost.
 */
const LEAST_DEPTH_USD = 100;

/**
 * Share of the source's time limit that reading one chain may use. The rest of the time is for the other chains, in case that chain does
 * not respond.
 */
const CHAINS_PART = 0.8;

/** Number of digits after the decimal point in a price. */
const FRACTION_DIGITS = 30;

/**
 * Creates a source that reads prices of tokens from Uniswap pools. The price is the median over a token's pools with dollar tokens and with
 * the wrapped native asset, weighted by liquidity (`PoolReferences`). A dollar token is assumed to be worth exactly one dollar, so a lost
 * peg is not detected. It is the only source for the devnet. The price's time is the time of the read.
 */
export function createOnChainSource(deps: Deps): PriceSource {
  const { networks, clock, log, timeoutMs = 5_000 } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  return {
    name: 'on-chain',
    maxAgeMs: 120_000,
    timeoutMs,
    isOffChain: false,
    serves: (token) => isEvmChain(token.chainId),

    async pricesOf(tokens) {
      const byChain = [...Map.groupBy(tokens, (token) => token.chainId)];
      const answered = await Promise.all(
        byChain.map(async ([chainId, ofChain]) => {
          try {
            const prices = await chainWithinTime(pricesOn(chainId, ofChain), timeoutMs * CHAINS_PART, chainId);
            repeats.over(String(chainId), "Reading prices from a chain's pools works again", { chainId });
            return prices;
          } catch (error) {
            repeats.warn(String(chainId), "Reading prices from a chain's pools failed", { chainId, tokens: ofChain.length, error });
            return ofChain.map(({ address }) => [tokenKey(chainId, address), noPrice('upstream-error')] as const);
          }
        }),
      );
      return new Map(answered.flat());
    },
  };

  async function pricesOn(chainId: number, asked: readonly PricedToken[]): Promise<(readonly [string, PriceAnswer])[]> {
    const network = await networks.get(chainId);
    const said = network === null || !canRead(network) ? null : await readDollarVoices(deps, network, asked);
    return asked.map((token) => {
      const voice = said?.get(onChainAddress(network, token));
      return [tokenKey(chainId, token.address), answerOf(said !== null, voice, token, clock.now())] as const;
    });
  }
}

function answerOf(isRead: boolean, perBaseUnit: Voice | undefined, token: PricedToken, atMs: number): PriceAnswer {
  if (!isRead) return noPrice('no-source');
  if (perBaseUnit === undefined) return noPrice('unknown-token');
  const usd = formatRational(
    multiplyRationals(perBaseUnit.price, { numerator: 10n ** BigInt(token.decimals), denominator: 1n }),
    FRACTION_DIGITS,
  );
  return { price: { usd: usd.replace(/\.?0+$/, ''), atMs, source: 'on-chain', basis: perBaseUnit.basis }, reason: null };
}

/** Whether prices can be read on a chain. A chain without an RPC endpoint cannot be read, but that is not a failure. */
function canRead({ contracts, nodeUrls }: EffectiveNetwork): boolean {
  const { uniswapV2, uniswapV3, uniswapV4 } = contracts;
  return [uniswapV2, uniswapV3, uniswapV4].some((deployment) => deployment !== null) && nodeUrls.length > 0;
}

function onChainAddress(network: EffectiveNetwork | null, { address }: PricedToken): string {
  return isNative(address) ? (network?.contracts.wrappedNative ?? address) : address.toLowerCase();
}

/** Reads, for each token, the price of one of its base units in dollars. The result is keyed by token address. */
async function readDollarVoices(
  { references, tokens, rules = priceRules }: Deps,
  network: EffectiveNetwork,
  asked: readonly PricedToken[],
): Promise<ReadonlyMap<string, Voice>> {
  const dollars = await dollarPrices(tokens, network);
  const wrappedNative = network.contracts.wrappedNative;
  const wanted = [...new Set(asked.map((token) => onChainAddress(network, token)))]
    .filter(isAddress)
    .filter((token) => !dollars.has(token));
  const priced = wrappedNative === null || dollars.has(wrappedNative) ? wanted : [...new Set([...wanted, wrappedNative])];
  const others = [...dollars.keys(), ...(wrappedNative === null ? [] : [wrappedNative])];
  const pairs = priced.flatMap((token) => others.filter((other) => other !== token).map((other) => [token, other] as const));
  const readings = await references.read(network, pairs, rules(network.id));

  const said = new Map<string, Voice>([...dollars].map(([address, price]) => [address, { ...DOLLAR, price, basis: address }]));
  const native = wrappedNative === null ? null : weighVoices(againstDollars(readings, wrappedNative, dollars));
  if (wrappedNative !== null && native !== null && !said.has(wrappedNative)) said.set(wrappedNative, native);
  for (const token of wanted) {
    if (token === wrappedNative) continue;
    const voice = weighVoices([...againstDollars(readings, token, dollars), ...againstNative(readings, token, wrappedNative, native)]);
    if (voice !== null) said.set(token, voice);
  }
  return said;
}

/**
 * The price of a dollar token in dollars. It is 1 by definition, so its liquidity and its history count as infinite, and do not limit a
 * price that is computed with it.
 */
const DOLLAR = { liquidity: Number.POSITIVE_INFINITY, overSeconds: Number.POSITIVE_INFINITY };

function againstDollars(readings: PoolReadings, token: Address, dollars: ReadonlyMap<Address, Rational>): readonly Voice[] {
  return [...dollars]
    .flatMap(([dollar, price]) =>
      readings.voicesOf(token, dollar).map((voice) => ({ ...throughBoth(voice, { ...DOLLAR, price, basis: '' }), basis: voice.basis })),
    )
    .filter(isDeep);
}

function againstNative(readings: PoolReadings, token: Address, wrappedNative: Address | null, native: Voice | null): readonly Voice[] {
  const own = wrappedNative === null || native === null ? null : weighVoices(readings.voicesOf(token, wrappedNative));
  return own === null || native === null ? [] : [throughBoth(own, native)].filter(isDeep);
}

function isDeep(inDollars: Voice): boolean {
  return depthOf(inDollars) >= LEAST_DEPTH_USD;
}

async function dollarPrices(tokens: Deps['tokens'], { id, dollarTokens }: EffectiveNetwork): Promise<Map<Address, Rational>> {
  const found = await tokens.findMany(dollarTokens.map((address) => ({ chainId: id, address })));
  return new Map(
    dollarTokens.filter(isAddress).flatMap((address) => {
      const token = found.get(tokenKey(id, address));
      return token === undefined ? [] : [[address, { numerator: 1n, denominator: 10n ** BigInt(token.decimals) }] as const];
    }),
  );
}
