import { describe, expect, test } from 'bun:test';
import { prepare } from '../../../../actors/transaction-sender/prepare.ts';
import { createAutopilotVault } from '../../../../src/platform/chain/autopilot-vault/create-autopilot-vault.ts';
import type { Chain, ChainCall, ChainReads } from '../../../../src/platform/chain/chain.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createDcaVault } from '../../../../src/platform/chain/dca-vault/create-dca-vault.ts';
import { PROBE_GAS } from '../../../../src/platform/chain/probe-gas.ts';
import type { Signers } from '../../../../src/platform/chain/signer.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { startRpcStub } from './rpc-stub.ts';

const address = parseAddress(`0x${'a1'.repeat(20)}`);
const executor = parseAddress(`0x${'e1'.repeat(20)}`);

/** Creates a chain on which every estimate returns this amount of gas. */
function chainThatNeeds(gas: bigint, fees = { gas: 0n, wei: 0n }, balance = 10n ** 18n) {
  const asked: ChainCall[] = [];
  const reads: Pick<ChainReads, 'simulate' | 'estimateGas' | 'getBlock' | 'estimateFees' | 'getBalance' | 'getNonce'> = {
    async estimateGas(call) {
      asked.push(call);
      return gas;
    },
    async simulate(call) {
      if ((call.gas ?? gas) >= gas) return '0x';
      throw new TerminalError({ code: 'execution-reverted', message: 'out of gas' });
    },
    getBlock: (async () => ({ number: 1, timestampSec: 0 })) as never,
    estimateFees: async () => ({ kind: 'legacy', gasPrice: 1n }),
    getBalance: async () => balance,
    getNonce: async () => 0,
  };
  const onOneEndpoint = <T>(work: (own: ChainReads) => Promise<T>) => work(reads as ChainReads);
  const dataFees = async () => fees;
  const probeGas: Chain['probeGas'] = async (call) => ({ gas: await (reads as ChainReads).estimateGas(call), hasDataGas: true });
  const chain: Partial<Chain> = { ...reads, chainId: 1, onOneEndpoint, dataFees, probeGas };
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

test('a call that passes with the requested gas is not estimated', async () => {
  const { asked, chain } = chainThatNeeds(90_000n);
  const signers: Pick<Signers, 'of'> = { of: () => ({}) as never };
  const call = { to: address, data: '0x', value: '0', gas: '100000' };
  const params = { round: 1, deadlineSec: 1, chainId: 1, signer: executor, recent: [], call };
  const sign = async () => ({ raw: '0x', hash: '0x' });
  const prepared = await prepare(params as never, { chain, signers: signers as Signers, maxInFlight: 1, sign });
  expect(prepared).toMatchObject({ type: 'CALL_SIGNED', gas: '100000' });
  expect(asked).toEqual([]);
});

test('the bound of gas reaches the node', async () => {
  const sent: unknown[] = [];
  using node = startRpcStub((method, params) => {
    if (method === 'eth_estimateGas') sent.push(params);
    return { result: '0x30d40' };
  });
  const chain = createChains({ networks: [{ chainId: 10, rpcUrls: [node.url], rollup: 'none' }], log: silentLog, abis: [] }).of(10);
  await chain.estimateGas({ from: executor, to: address, data: '0x01', value: 2n, gas: PROBE_GAS });
  expect(sent).toEqual([[{ from: executor, to: address, data: '0x01', value: '0x2', gas: '0x5b8d80' }, 'latest']]);
});

describe('on a rollup', () => {
  const params = { round: 1, deadlineSec: 1, chainId: 1, signer: executor, recent: [] };
  const call = { to: address, data: '0x', value: '0' };
  const prepared = async (gas: string | null, { chain }: ReturnType<typeof chainThatNeeds>) =>
    await prepare({ ...params, call: { ...call, gas } } as never, {
      ...{ chain, signers: { of: () => ({}) as never } as never, maxInFlight: 1 },
      sign: async () => ({ raw: '0x', hash: '0x' }),
    });

  test('the sender adds the gas for data, with a margin, to what was requested for the call', async () => {
    const world = chainThatNeeds(3_150_000n, { gas: 3_000_000n, wei: 0n });
    expect(await prepared('200000', world)).toMatchObject({ type: 'CALL_SIGNED', gas: '4100000' });
    expect(world.asked.map(({ gas }) => gas)).toEqual([8_200_000n]);
    expect(await prepared(null, chainThatNeeds(3_150_000n, { gas: 3_000_000n, wei: 0n }))).toMatchObject({ gas: '4095000' });
  });

  test('a signer must be able to pay for the data beside the gas, at twice its present price', async () => {
    const dear = (balance: bigint) => chainThatNeeds(100_000n, { gas: 0n, wei: 50_000n }, balance);
    expect(await prepared('100000', dear(200_000n))).toMatchObject({ type: 'CALL_SIGNED' });
    expect(await prepared('100000', dear(199_999n))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('the transaction may cost 200000 wei'),
    });
  });
});
