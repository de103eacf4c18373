import type { Networks } from '../../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../market/networks/network.ts';
import type { Hex } from '../../../platform/chain/chain.ts';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { createWorkGate } from '../../../platform/loop/work-gate.ts';
import { type Address, type ChainAddress, isAddress } from '../../../values/address.ts';
import { isEvmChain } from '../../../values/chain-ids.ts';
import type { Clock } from '../../../values/clock.ts';
import type { Json } from '../../../values/json.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import type { ProviderTraits, QuoteProvider, QuoteRequest, QuoteWarning } from '../provider.ts';
import { isWithinTraits } from '../within-traits.ts';

/** A swap on one chain. The native asset is represented by the all-zero address. */
export type SwapOnChain = { readonly from: Address; readonly to: Address; readonly amountIn: bigint };

export type FoundSwap = {
  readonly amountOut: bigint;
  /** Gas of the swap in the pools; `gasAroundPools` is not included. */
  readonly gas: bigint;
  /** Data of the found swap, from which `encode` later builds the calldata. */
  readonly state: Json;
  readonly warnings?: readonly QuoteWarning[];
};

/** An exchange whose contracts are read on chain: the functions that differ between such exchanges. */
export type OnChainExchange = {
  readonly name: string;
  readonly title: string;
  /**
   * Gas of a transaction that calls the exchange's router, besides the gas of `find`, which is that of the pools: for a swap between two
   * tokens, from the native asset, and to it.
   */
  readonly gasAroundPools: { readonly tokens: bigint; readonly fromNative: bigint; readonly toNative: bigint };
  /**
   * Returns the contract on a chain that the exchange's swaps call and that wallets approve, from the Network record; null when the chain
   * has no such contract.
   */
  routerOf(network: EffectiveNetwork): Address | null;
  /**
   * Finds the swap with the highest output on the exchange; null when none is possible.
   * @throws the errors of `ChainReads`
   */
  find(network: EffectiveNetwork, swap: SwapOnChain): Promise<FoundSwap | null>;
  /**
   * Quotes a swap of another amount along the path that `find` returned; returns 0 when the swap has no output.
   * @param state the data that `find` returned
   */
  quoteAlong(network: EffectiveNetwork, state: Json, swap: SwapOnChain): Promise<bigint>;
  /**
   * Builds the calldata of the swap.
   * @param state the data that `find` returned
   */
  encode(
    network: EffectiveNetwork,
    state: Json,
    swap: SwapOnChain & { readonly recipient: Address; readonly amountOutMinimum: bigint; readonly deadlineSec: number },
  ): Hex;
};

/**
 * Lifetime of a quote in ms. A price that was read from a pool is only valid for one block, so a build after the lifetime requests a new
 * quote.
 */
const QUOTE_LIFETIME_MS = 30_000;
/**
 * Maximum number of concurrent quote requests that read the chain. Chain reads cannot be cancelled, so waiting requests are dropped when
 * their client disconnects. Otherwise abandoned requests could keep the RPC endpoint busy.
 */
const MOST_AT_ONCE = 16;
const DEADLINE_MS = 20 * 60_000;
/**
 * The price before a trade is measured with a trade of this fraction of the amount (one part in `SMALL_PART`), which hardly changes the
 * price of a pool.
 */
const SMALL_PART = 1_000n;
/** Minimum output in base units from which a price is computed. Rounding would distort the price of a smaller output. */
const LEAST_OUTPUT = 10_000n;

/**
 * Creates a quote provider that needs no key and no server: it reads an exchange's contracts and builds the call of the exchange's router.
 * No list of allowed contracts is needed, because no third party chooses the contract that is called.
 */
export function createOnChainProvider(exchange: OnChainExchange, deps: { networks: Pick<Networks, 'get'>; clock: Clock }): QuoteProvider {
  const { name } = exchange;
  const { networks, clock } = deps;
  const gate = createWorkGate(MOST_AT_ONCE);
  const traits: ProviderTraits = {
    ...{ name, title: exchange.title, kinds: ['swap'], chains: 'evm-with-contracts', key: 'none' },
    ...{ broadcastsItself: false, isSolverBased: false, hasStatus: false, targets: null, spenders: null },
  };

  async function open(request: QuoteRequest): Promise<{ network: EffectiveNetwork; router: Address; swap: SwapOnChain }> {
    const { chainId } = request.from;
    const network = await networks.get(chainId);
    const router = network === null || network.nodeUrls.length === 0 ? null : exchange.routerOf(network);
    if (network === null || router === null) throw new ProviderFailure('unsupported', `${name} is not set up on chain ${chainId}.`);
    return { network, router, swap: { from: tokenOf(request.from), to: tokenOf(request.to), amountIn: request.amountIn } };
  }

  function gasAround({ from, to }: SwapOnChain): bigint {
    const { tokens, fromNative, toNative } = exchange.gasAroundPools;
    return isNative(from) ? fromNative : isNative(to) ? toNative : tokens;
  }

  function tokenOf({ address }: { readonly address: ChainAddress }): Address {
    if (isNative(address)) return NATIVE_ADDRESS;
    if (isAddress(address)) return address;
    throw new ProviderFailure('unsupported', `${name} trades tokens of EVM chains only.`);
  }

  /**
   * Returns by how many basis points the average price of a trade is worse than that of a very small trade along the same path. The pools'
   * fees are part of both prices, so they do not count. Null when the amounts are too small for a comparison.
   */
  async function priceImpactOf(network: EffectiveNetwork, swap: SwapOnChain, { amountOut, state }: FoundSwap): Promise<number | null> {
    const amountIn = swap.amountIn / SMALL_PART;
    if (amountIn === 0n) return null;
    const out = await exchange.quoteAlong(network, state, { ...swap, amountIn });
    if (out < LEAST_OUTPUT) return null;
    const kept = (amountOut * amountIn * 10_000n) / (out * swap.amountIn);
    return kept >= 10_000n ? 0 : Number(10_000n - kept);
  }

  return {
    traits,
    supports: (request) => isWithinTraits(traits, request) && isEvmChain(request.from.chainId),

    async quote(request, signal) {
      const { network, router, swap } = await open(request);
      const wrapped = network.contracts.wrappedNative;
      if (isSameAsset(swap.from, swap.to, wrapped))
        throw new ProviderFailure('unsupported', `${name} does not wrap or unwrap the native token.`);
      const found = await gate.run(signal, () => exchange.find(network, swap));
      if (found === null) throw new ProviderFailure('no-route', `${name} has no pools with enough liquidity for this trade.`);
      const { amountOut, gas, state, warnings = [] } = found;
      // The price impact is only shown to people, so it is not computed for a vault. Only requests for a vault's order state a deadline,
      // and the price of such an order is checked against other limits.
      const isForVault = request.deadlineSec !== undefined;
      // The gas around the pools is left out for a vault too: its own route, with which this one is compared, counts only the pools.
      const routerGas = isForVault ? 0n : gasAround(swap);
      const priceImpactBps = isForVault ? null : await gate.run(signal, () => priceImpactOf(network, swap, found));
      return {
        ...{ amountOut, amountOutMin: minOutputAt(amountOut, request.slippageBps) },
        ...{ target: router, spender: isNative(swap.from) ? null : router },
        ...{ gas: gas + routerGas, gasUsd: null, fees: [], usdAmount: null, priceImpactBps, durationSeconds: null },
        ...{ expiresAtMs: clock.now() + QUOTE_LIFETIME_MS, warnings, state },
      };
    },

    async build(request, { amountOut, amountOutMin, state }) {
      const { network, router, swap } = await open(request);
      const { recipient } = request;
      if (!isAddress(recipient)) throw new ProviderFailure('unsupported', `${name} pays to addresses of EVM chains only.`);
      const expiresAtMs = clock.now() + DEADLINE_MS;
      // The deadline that a vault's request contains is used if it is later than the service's own deadline. The clock of the vault's chain
      // may be ahead of this node's clock.
      const deadlineSec = Math.max(Math.floor(expiresAtMs / 1_000), request.deadlineSec ?? 0);
      const terms = { recipient, amountOutMinimum: amountOutMin, deadlineSec };
      return {
        kind: 'transaction',
        to: router,
        data: exchange.encode(network, state, { ...swap, ...terms }),
        value: isNative(swap.from) ? swap.amountIn : 0n,
        spender: isNative(swap.from) ? null : router,
        ...{ amountOut, amountOutMin, expiresAtMs, reference: {} },
      };
    },

    status: null,
  };
}

function isSameAsset(a: Address, b: Address, wrapped: Address | null): boolean {
  const asWrapped = (token: Address) => (isNative(token) && wrapped !== null ? wrapped : token);
  return asWrapped(a) === asWrapped(b);
}
