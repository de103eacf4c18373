import { expect, test } from 'bun:test';
import { prepare } from '../../../../actors/transaction-sender/prepare.ts';
import { createAutopilotVault } from '../../../../src/platform/chain/autopilot-vault/create-autopilot-vault.ts';
import type { Chain, ChainCall, ChainReads } from '../../../../src/platform/chain/chain.ts';
import { createDcaVault } from '../../../../src/platform/chain/dca-vault/create-dca-vault.ts';
import { PROBE_GAS } from '../../../../src/platform/chain/probe-gas.ts';
import type { Signers } from '../../../../src/platform/chain/signer.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';

const address = parseAddress(`0x${'a1'.repeat(20)}`);
const executor = parseAddress(`0x${'e1'.repeat(20)}`);

/** A chain on which every estimate returns this gas. */
function chainThatNeeds(gas: bigint) {
  const asked: ChainCall[] = [];
  const reads: Pick<ChainReads, 'estimateGas' | 'getBlock' | 'estimateFees' | 'getBalance' | 'getNonce'> = {
    async estimateGas(call) {
      asked.push(call);
      return gas;
    },
    getBlock: (async () => ({ number: 1, timestampSec: 0 })) as never,
    estimateFees: async () => ({ kind: 'legacy', gasPrice: 1n }),
    getBalance: async () => 10n ** 18n,
    getNonce: async () => 0,
  };
  const onOneEndpoint = <T>(work: (own: ChainReads) => Promise<T>) => work(reads as ChainReads);
  const chain: Partial<Chain> = { ...reads, chainId: 1, onOneEndpoint };
  return { asked, chain: chain as Chain };
}

test('probes of orders and trades have a bound of gas, whatever the node allows', async () => {
  const { asked, chain } = chainThatNeeds(1n);
  const order = {
    wallet: address,
    positionId: 1,
    orderIndex: 0,
    target: address,
    spender: address,
    data: '0x',
    amountOutMin: 1n,
    gasLimit: 1n,
  } as const;
  await createDcaVault(chain, address).estimateOrder(order, 1, executor);
  const trade = { tokenIn: address, tokenOut: executor, amountIn: 1n, amountOutMin: 1n, isBuy: true };
  const route = { target: address, spender: address, data: '0x', policyHash: parseHash(`0x${'11'.repeat(32)}`) };
  await createAutopilotVault(chain, address).estimateTrade(
    1,
    parseHash(`0x${'22'.repeat(32)}`),
    { ...trade, ...route } as never,
    1,
    executor,
  );
  expect(asked.map(({ gas }) => gas)).toEqual([PROBE_GAS, PROBE_GAS]);
});

test('a signed call is estimated within twice the requested gas', async () => {
  const { asked, chain } = chainThatNeeds(150_000n);
  const signers: Pick<Signers, 'of'> = { of: () => ({}) as never };
  const call = { to: address, data: '0x', value: '0' };
  const params = { round: 1, deadlineSec: 1, chainId: 1, signer: executor, recent: [] };
  const sign = async () => ({ raw: '0x', hash: '0x' });
  const deps = { chain, signers: signers as Signers, maxInFlight: 1, sign };
  await prepare({ ...params, call: { ...call, gas: '100000' } } as never, deps);
  await prepare({ ...params, call: { ...call, gas: null } } as never, deps);
  expect(asked.map(({ gas }) => gas)).toEqual([200_000n, undefined]);
});
