import * as v from 'valibot';
import { encodeFunctionData, type Hex } from 'viem';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import type { ProviderTraits, QuoteProvider, QuoteRequest } from '../../../../src/features/quotes/provider.ts';
import type { RegisteredProvider } from '../../../../src/features/quotes/registry.ts';
import { createProviderHttp } from '../../../../src/platform/http-client/provider-http.ts';
import { wireAddress, wireAmount, wireCalldata, wireInteger, wirePositiveAmount } from '../../../../src/platform/http-client/wire.ts';
import { type Address, NO_ADDRESS, parseAddress } from '../../../../src/values/address.ts';
import { minOutputAt } from '../../../../src/values/slippage-bps.ts';
import { wallClock } from '../../../support/devnet.ts';

export type ContractCall = { readonly target: Address; readonly data: Hex };

/** The reply of the simulated aggregator's server to a request for a trade. */
export type StandInAnswer = {
  readonly amountOut: bigint;
  readonly gas?: number;
  /** The calls that the simulated aggregator's contract makes, in this order. */
  readonly calls: readonly ContractCall[];
  readonly target?: Address;
  readonly spender?: Address;
  readonly value?: bigint;
  /** Calldata that is sent to the contract instead of `calls`. */
  readonly data?: Hex;
};

/** Returns the aggregator's reply to a request; null when it has no route. */
export type Answers = (
  request: Pick<QuoteRequest, 'amountIn' | 'recipient'> & { from: Address; to: Address },
) => Promise<StandInAnswer | null>;

const replySchema = v.object({
  amountOut: wirePositiveAmount,
  gas: wireInteger,
  target: wireAddress,
  spender: wireAddress,
  value: wireAmount,
  data: wireCalldata,
});
const stateSchema = v.object({ data: wireCalldata, value: wireAmount });

/**
 * Simulates an aggregator: a server that offers quotes, and a contract on the devnet (`HostileRouter`, which makes the calls in its
 * calldata). The service uses it like a real aggregator, through its HTTP client and an adapter.
 */
export function startStandIn(name: string, contract: Address, answers: Answers, chainId: number) {
  const { abi } = loadArtifact('HostileRouter');
  let requests = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      requests += 1;
      const asked = Object.fromEntries(new URL(request.url).searchParams);
      const answer = await answers({
        ...{ from: parseAddress(asked.from ?? ''), to: parseAddress(asked.to ?? '') },
        ...{ amountIn: BigInt(asked.amount ?? '0'), recipient: parseAddress(asked.receiver ?? '') },
      });
      if (answer === null) return Response.json({}, { status: 404 });
      const { amountOut, gas = 150_000, calls, target = contract, spender = contract, value = 0n } = answer;
      const data = answer.data ?? encodeFunctionData({ abi, functionName: 'run', args: [calls] });
      return Response.json({ amountOut: String(amountOut), gas, target, spender, value: String(value), data });
    },
  });
  const traits: ProviderTraits = {
    ...{ name, title: name, kinds: ['swap'], chains: [chainId], key: 'none', hasStatus: false },
    ...{ broadcastsItself: false, isSolverBased: false, targets: { everywhere: [contract] }, spenders: { everywhere: [contract] } },
  };
  const http = createProviderHttp({ name, baseUrl: `http://127.0.0.1:${server.port}`, fetch, clock: wallClock });
  const provider: QuoteProvider = {
    ...{ traits, supports: () => true, status: null },
    async quote({ from, to, amountIn, slippageBps, recipient }, signal) {
      const query = { from: from.address, to: to.address, amount: amountIn.toString(), receiver: recipient };
      const { data: reply } = await http.call({ method: 'GET', path: '/quote', query, reply: replySchema, signal });
      const { amountOut, target, spender, gas } = reply;
      return {
        ...{ amountOut, amountOutMin: minOutputAt(amountOut, slippageBps), target, spender, gas: BigInt(gas), gasUsd: null, fees: [] },
        ...{ usdAmount: null, priceImpactBps: null, durationSeconds: null, expiresAtMs: null, warnings: [] },
        state: { data: reply.data, value: reply.value.toString() },
      };
    },
    async build(_request, { amountOut, amountOutMin, spender, target, state }) {
      const { data, value } = v.parse(stateSchema, state);
      return {
        kind: 'transaction',
        to: target ?? NO_ADDRESS,
        data,
        value,
        spender,
        amountOut,
        amountOutMin,
        expiresAtMs: null,
        reference: {},
      };
    },
  };
  const entry: RegisteredProvider = { traits, isRegistered: true, proxySlug: null, provider, http, offBecause: null };
  return { entry, requests: () => requests, [Symbol.dispose]: () => void server.stop(true) };
}
