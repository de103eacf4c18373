import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ContractFunctionArgs, encodeFunctionData } from 'viem';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import {
  type AutopilotFixture,
  createAutopilotFixture,
  executor,
  newTradeId,
  POLICY,
  stranger,
  type Trade,
  usdc,
} from '../../contracts/autopilot-vault/autopilot-fixture.ts';

const FAR_SEC = 4_102_444_800n;
const GAS = 6_000_000n;

let f: AutopilotFixture;
let chain: ReturnType<ReturnType<typeof createChains>['of']>;
beforeAll(async () => {
  f = await createAutopilotFixture();
  chain = createChains({ networks: [{ chainId: 31337, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [abi] }).of(31337);
});
afterAll(async () => await f.stop());

type Args = ContractFunctionArgs<typeof abi, 'nonpayable', 'executeTrade'>;
const dataOf = (agentId: bigint, trade: Trade) => {
  const args: Args = [agentId, newTradeId(), trade, FAR_SEC, POLICY];
  return encodeFunctionData({ abi, functionName: 'executeTrade', args });
};
const measure = (calls: readonly `0x${string}`[], from = executor.address) =>
  chain.measureGas({ from: parseAddress(from), to: parseAddress(f.vault), calls, gas: GAS });
const estimate = (data: `0x${string}`) =>
  chain.estimateGas({ from: parseAddress(executor.address), to: parseAddress(f.vault), data, gas: GAS });
const odd = (functionName: string, args: readonly unknown[] = []) =>
  f.buy(10n, { data: encodeFunctionData({ abi: f.router.abi, functionName, args }) });

test('trades that are measured together need the gas that each needs alone', async () => {
  const agents = [await f.create(), await f.create(), await f.create()];
  const calls = [
    ...agents.map((id) => dataOf(id, f.swap(f.token('USDC'), f.token('WETH'), usdc(1)))),
    ...agents.map((id) => dataOf(id, f.buy(10n))),
  ];
  const alone = await Promise.all(calls.map(estimate));
  for (const [index, gas] of (await measure(calls)).entries()) {
    const ratio = Number(gas) / Number(alone[index]);
    expect([index, ratio > 0.97 && ratio < 1.03]).toEqual([index, true]);
  }
});

test('each is measured on the state before all of them', async () => {
  // Three buys of 100 by an agent that may spend 250 a day. Executed one after another, the third would fail; measured independently of
  // each other, all three succeed.
  const id = await f.create();
  const [first, ...others] = await measure([1, 2, 3].map(() => dataOf(id, f.buy(usdc(100)))));
  expect(first).toBeGreaterThan(100_000n);
  expect(others).toEqual([first ?? null, first ?? null]);
});

test('one that reverts, burns its gas, or returns much is not known, and takes no other with it', async () => {
  const id = await f.create();
  const good = () => dataOf(id, f.buy(10n));
  const [before, burned, long, over, after] = await measure([
    good(),
    dataOf(id, odd('burnGas')),
    dataOf(id, odd('revertWithBytes', [50_000n])),
    dataOf(id, f.buy(usdc(101))),
    good(),
  ]);
  expect([burned, long, over]).toEqual([null, null, null]);
  expect(before).toBeGreaterThan(100_000n);
  expect(after).toBe(before ?? null);
});

test('what is left out because others burn the gas of the request is not known', async () => {
  const id = await f.create();
  const burning = Array.from({ length: 4 }, () => dataOf(id, odd('burnGas')));
  expect((await measure([...burning, dataOf(id, f.buy(10n))])).at(-1)).toBe(null);
});

test('the vault sees the sender, so that nobody else is measured as its executor', async () => {
  const id = await f.create();
  const calls = [dataOf(id, f.buy(10n)), dataOf(id, f.buy(10n))];
  expect(await measure(calls, stranger.address)).toEqual([null, null]);
});

test('calls of one moment share a request, and one that is refused says why', async () => {
  const id = await f.create();
  const probe = (trade: Trade) =>
    chain.probeGas({ from: parseAddress(executor.address), to: parseAddress(f.vault), data: dataOf(id, trade), gas: GAS });
  const [good, bad] = await Promise.allSettled([probe(f.buy(10n)), probe(f.buy(usdc(101))), probe(f.buy(10n))]);
  expect(good).toMatchObject({ status: 'fulfilled', value: { hasDataGas: false } });
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'execution-reverted', details: { reason: 'ExceedsMaxPerTrade' } } });
});
