import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { encodeFunctionData, maxUint256 } from 'viem';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { type DevnetAccount, devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { loadArtifact } from '../../../../src/devnet/load-artifact.ts';
import { movePrice } from '../../../../src/devnet/move-price.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { uniswapV2RouterAbi } from '../../../../src/platform/chain/abi/uniswap-v2-router.generated.ts';
import { createUniswapV2 } from '../../../../src/platform/chain/uniswap-v2/create-uniswap-v2.ts';
import type { Address } from '../../../../src/values/address.ts';
import type { RouteTrail } from '../../../../src/values/route-trail.ts';
import { alice, bob, usdc, type VaultFixture } from '../../contracts/dca-vault/vault-fixture.ts';
import { CHAIN_ID, createDcaFixture } from './dca-fixture.ts';
import { type Answers, type ContractCall, type StandInAnswer, startStandIn } from './stand-in-aggregator.ts';

const [, , carol, mallory] = devnetAccounts.demo;
const noRoute: Answers = async () => null;
/** The function with which each simulated aggregator currently answers requests. A test can replace it. */
const answers: Record<'honest' | 'liar', Answers> = { honest: noRoute, liar: noRoute };
let whenProbed: (target: Address) => Promise<void> = async () => {};

let dca: Awaited<ReturnType<typeof createDcaFixture>>;
let honest: ReturnType<typeof startStandIn>;
let liar: ReturnType<typeof startStandIn>;
const contracts: { honest?: Address; liar?: Address } = {};

beforeAll(async () => {
  dca = await createDcaFixture({ providers, onProbed: ({ target }) => whenProbed(target) });
}, 60_000);
beforeEach(async () => {
  // The purchases of an earlier test have changed the prices in the pools, so the prices are reset.
  await movePrice(dca.devnet.rpcUrl, dca.deployment, 'WBTC', '60000');
  dca.state.forgives = true;
}, 60_000);
afterAll(async () => {
  honest[Symbol.dispose]();
  liar[Symbol.dispose]();
  await dca[Symbol.asyncDispose]();
});

/** The vault uses two aggregators whose contracts it allows, and the routers of Uniswap v2 and v4. */
async function providers(vault: VaultFixture) {
  const { uniswapV2, uniswapV4 } = vault.deployment.contracts;
  for (const router of [uniswapV2.router, uniswapV4.swapRouter]) await vault.allow(router);
  const deployed = [(await vault.deploy('HostileRouter')).address, (await vault.deploy('HostileRouter')).address] as const;
  for (const contract of deployed) await vault.allow(contract);
  [contracts.honest, contracts.liar] = deployed;
  honest = startStandIn('honest', deployed[0], (asked) => answers.honest(asked), CHAIN_ID);
  liar = startStandIn('liar', deployed[1], (asked) => answers.liar(asked), CHAIN_ID);
  return [honest.entry, liar.entry];
}

function addressOf(which: 'honest' | 'liar'): Address {
  const address = contracts[which];
  if (address === undefined) throw new Error(`${which} is not deployed`);
  return address;
}

/**
 * Builds the calls with which an aggregator's contract takes the input from the vault, and swaps one part of it in Uniswap v3 and the other
 * in v2, for `receiver`.
 */
function swapCalls(by: Address, from: Address, to: Address, parts: { v3: bigint; v2: bigint }, receiver: Address): ContractCall[] {
  const { swapRouter, uniswapV2 } = dca.deployment.contracts;
  const token = (target: Address, functionName: 'transferFrom' | 'approve', args: readonly unknown[]): ContractCall => ({
    target,
    data: encodeFunctionData({ abi: loadArtifact('TestToken').abi, functionName, args }),
  });
  const v2Args = [parts.v2, 0n, [from, to], receiver, maxUint256] as const;
  return [
    token(from, 'transferFrom', [dca.vault, by, parts.v3 + parts.v2]),
    token(from, 'approve', [swapRouter, maxUint256]),
    token(from, 'approve', [uniswapV2.router, maxUint256]),
    ...(parts.v3 === 0n ? [] : [{ target: swapRouter, data: dca.swapData(from, to, parts.v3, 3000, receiver) }]),
    ...(parts.v2 === 0n
      ? []
      : [
          {
            target: uniswapV2.router,
            data: encodeFunctionData({ abi: uniswapV2RouterAbi, functionName: 'swapExactTokensForTokens', args: v2Args }),
          },
        ]),
  ];
}

/** Computes the output of swapping half of the input in Uniswap v3 and half in v2. */
async function splitQuote(from: Address, to: Address, amountIn: bigint): Promise<{ v3: bigint; v2: bigint; amountOut: bigint }> {
  const { contracts: there } = (await dca.networks.get(CHAIN_ID)) ?? {};
  if (there?.uniswapV3 == null || there.uniswapV2 === null) throw new Error('the devnet has no Uniswap');
  const [v3, v2] = [amountIn / 2n, amountIn - amountIn / 2n];
  const pools = await dca.uniswapV3.findPools(CHAIN_ID, there.uniswapV3, [[from, to]]);
  const paths = pools.map((pool) => ({ tokens: [from, to], pools: [pool] }));
  const quotes = await dca.uniswapV3.quote(CHAIN_ID, there.uniswapV3, paths, v3);
  const [ofV2] = await createUniswapV2({ chains: dca.chains }).quote(CHAIN_ID, there.uniswapV2, [[from, to]], v2);
  return { v3, v2, amountOut: (quotes[0]?.amountOut ?? 0n) + (ofV2 ?? 0n) };
}

const splits: Answers = async ({ from, to, amountIn }) => {
  const { amountOut, ...parts } = await splitQuote(from, to, amountIn);
  return { amountOut, gas: 260_000, calls: swapCalls(addressOf('honest'), from, to, parts, dca.vault) };
};

/** Opens a position that sells WBTC for dollars in one or more orders, one order per minute. */
async function openFor(owner: DevnetAccount, amount: bigint, frequency = 1, to = 'WBTC'): Promise<{ id: string; positionId: number }> {
  const interval = frequency * 60;
  const body = { amount: Number(amount / 1_000_000n), frequency, interval, walletAddress: owner.address, toToken: dca.token(to) };
  const created = await dca.post('/create-position', dca.body(body));
  expect(created.status).toBe(201);
  const { _id: id }: { _id: string } = created.data;
  return { id, positionId: await dca.open({ owner, amount, frequency, interval, to }) };
}

async function routesOf(id: string): Promise<RouteTrail | undefined> {
  return (await dca.client.of(dcaPosition, id).read())?.snapshot.context.lastRoutes;
}

async function resultsOf(id: string): Promise<Record<string, string>> {
  return Object.fromEntries((await routesOf(id))?.asked.map(({ source, result }) => [source, result]) ?? []);
}

/** Returns the contracts through which a wallet's orders were executed, oldest first. */
async function targetsOf(wallet: Address): Promise<readonly string[]> {
  const logs = await dca.chainClient.getContractEvents({ address: dca.vault, abi: dcaVaultAbi, eventName: 'OrderExecuted', fromBlock: 0n });
  return logs.filter(({ args }) => args.wallet?.toLowerCase() === wallet).map(({ args }) => String(args.target).toLowerCase());
}

describe('an order of a vault that allows several routers', () => {
  test('is compared over Uniswap v2, v3 and v4, and the record says so', async () => {
    const { id, positionId } = await openFor(alice, usdc(100));
    await dca.tick();
    await dca.tick();
    expect(await dca.position(positionId)).toMatchObject({ processed: 1 });
    const { chosen, asked } = (await routesOf(id)) ?? { chosen: null, asked: [] };
    expect(asked.map(({ source }) => source).sort()).toEqual(['honest', 'liar', 'uniswap-v2', 'uniswap-v3', 'uniswap-v4']);
    expect(asked.find(({ source }) => source === chosen)).toMatchObject({ result: 'chosen', gas: expect.stringMatching(/^[0-9]{6}$/) });
    expect(await resultsOf(id)).toMatchObject({ honest: 'rejected', liar: 'rejected' });
    const { swapRouter, uniswapV2, uniswapV4 } = dca.deployment.contracts;
    const routers = { 'uniswap-v2': uniswapV2.router, 'uniswap-v3': swapRouter, 'uniswap-v4': uniswapV4.swapRouter };
    expect(await targetsOf(alice.address)).toEqual([routers[chosen as keyof typeof routers]]);
  }, 60_000);

  test('that no single pool can fill goes through an aggregator that splits it', async () => {
    answers.honest = splits;
    const { id, positionId } = await openFor(bob, usdc(200_000));
    await dca.tick();
    await dca.tick();
    const { chosen, asked } = (await routesOf(id)) ?? { chosen: null, asked: [] };
    expect(chosen).toBe('honest');
    expect(await targetsOf(bob.address)).toEqual([addressOf('honest')]);
    const promised = BigInt(asked.find(({ source }) => source === 'honest')?.amountOut ?? '0');
    const { received } = await dca.position(positionId, bob.address);
    expect(received * 10_000n).toBeGreaterThan(promised * 9_990n);
    for (const { source, amountOut = '0' } of asked) if (source !== 'honest') expect(BigInt(amountOut)).toBeLessThan(received);
    answers.honest = noRoute;
  }, 60_000);
});

describe('an aggregator that lies', () => {
  /**
   * Returns the answers of an aggregator that lies: its calls work, but it promises one percent more output than they bring. They split the
   * input into halves over Uniswap v3 and v2. `change` replaces further parts of the answer.
   */
  const lies = (change: (parts: { v3: bigint; v2: bigint; from: Address; to: Address }) => Partial<StandInAnswer>): Answers => {
    return async ({ from, to, amountIn }) => {
      const { amountOut, ...parts } = await splitQuote(from, to, amountIn);
      const calls = swapCalls(addressOf('liar'), from, to, parts, dca.vault);
      return { amountOut: (amountOut * 101n) / 100n, calls, ...change({ ...parts, from, to }) };
    };
  };
  const router = loadArtifact('HostileRouter').abi;

  test.each<[string, Answers, string]>([
    ['gives less than it promised', lies(() => ({})), 'refused-at-probe'],
    [
      'sends the output to somebody else',
      lies(({ v3, v2, from, to }) => ({ calls: swapCalls(addressOf('liar'), from, to, { v3, v2 }, mallory.address) })),
      'refused-at-probe',
    ],
    [
      'takes the input and gives nothing',
      lies(({ v3, v2, from, to }) => ({ calls: swapCalls(addressOf('liar'), from, to, { v3, v2 }, mallory.address).slice(0, 1) })),
      'refused-at-probe',
    ],
    ['names another spender', lies(() => ({ spender: mallory.address })), 'unpinned-contract'],
    ['names another contract', lies(({ from }) => ({ target: from })), 'unpinned-contract'],
    ['wants the native asset', lies(() => ({ value: 1n })), 'value-not-zero'],
    ['burns all gas', lies(() => ({ data: encodeFunctionData({ abi: router, functionName: 'burnGas' }) })), 'refused-at-probe'],
    [
      'reverts with a megabyte',
      lies(() => ({ data: encodeFunctionData({ abi: router, functionName: 'revertWithBytes', args: [1_000_000n] }) })),
      'refused-at-probe',
    ],
    ['sends a novel', lies(() => ({ data: `0x${'00'.repeat(20_000)}` })), 'calldata-too-long'],
    ['promises the world', lies(() => ({ amountOut: 10n ** 12n })), 'implausible-output'],
  ])(
    'and %s is refused, and the order goes another way',
    async (_, answer, result) => {
      answers.liar = answer;
      const { id, positionId } = await openFor(carol, usdc(1_000));
      const mallorys = await dca.balance('WBTC', mallory.address);
      await dca.tick();
      await dca.tick();
      expect(await resultsOf(id)).toMatchObject({ liar: result });
      expect(await dca.position(positionId, carol.address)).toMatchObject({ processed: 1, status: 2 });
      expect(await dca.balance('WBTC', mallory.address)).toBe(mallorys);
      expect((await targetsOf(carol.address)).includes(addressOf('liar'))).toBe(false);
      answers.liar = noRoute;
    },
    60_000,
  );

  test('only on chain fails alone, costs its own order, and rests', async () => {
    dca.state.forgives = false;
    // The calls of this aggregator also take one base unit of USDC from mallory. Mallory withdraws the permission as soon as the vault's
    // simulation has passed, so the real transaction fails.
    const allowance = async (amount: bigint) => {
      const call = { to: dca.token('USDC'), abi: erc20Abi, functionName: 'approve', args: [addressOf('liar'), amount] };
      expect((await dca.transact(mallory, call)).status).toBe('success');
    };
    await allowance(10n);
    whenProbed = async (target) => {
      if (target === addressOf('liar')) await allowance(0n);
    };
    const args = [mallory.address, bob.address, 1n];
    const taken = encodeFunctionData({ abi: loadArtifact('TestToken').abi, functionName: 'transferFrom', args });
    answers.liar = async ({ from, to, amountIn }) => {
      if (to !== dca.token('WBTC')) return null;
      const { amountOut, ...parts } = await splitQuote(from, to, amountIn);
      return { amountOut, gas: 1, calls: [{ target: from, data: taken }, ...swapCalls(addressOf('liar'), from, to, parts, dca.vault)] };
    };
    const bad = await openFor(alice, usdc(200_000));
    const good = await openFor(bob, usdc(100), 1, 'WETH');
    // In the first tick the position is linked to its record, and in the next tick its order is executed.
    for (let ticks = 0; ticks < 3 && (await routesOf(bad.id)) === undefined; ticks += 1) await dca.tick();
    expect((await routesOf(bad.id))?.chosen).toBe('liar');
    expect(await dca.position(good.positionId, bob.address)).toMatchObject({ processed: 1 });
    const failed = (await dca.recordsOf(alice.address)).find(({ _id }) => _id === bad.id);
    expect(failed).toMatchObject({ processed: 0, lastSkip: { kind: 'order-failed' } });
    // After its failure the provider must not be used for a while, so the order uses another route.
    answers.honest = splits;
    await dca.tick();
    expect(await dca.position(bad.positionId, alice.address)).toMatchObject({ processed: 1, status: 2 });
    expect(await resultsOf(bad.id)).toMatchObject({ liar: 'resting', honest: 'chosen' });
    answers.honest = noRoute;
    whenProbed = async () => {};
  }, 60_000);
});
