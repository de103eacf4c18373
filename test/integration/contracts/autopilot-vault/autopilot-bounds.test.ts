import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { BaseError, ContractFunctionRevertedError, keccak256, maxUint256, toHex, zeroAddress } from 'viem';
import { movePrice } from '../../../../src/devnet/move-price.ts';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { uniswapV3FactoryAbi } from '../../../../src/platform/chain/abi/uniswap-v3-factory.generated.ts';
import { uniswapV3PoolAbi } from '../../../../src/platform/chain/abi/uniswap-v3-pool.generated.ts';
import { seededRandom } from '../../../../src/test-kit/seeded-random.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import {
  type AutopilotFixture,
  admin,
  alice,
  bob,
  type Contract,
  createAutopilotFixture,
  executor,
  names,
  newTradeId,
  noBound,
  POLICY,
  stranger,
  type Trade,
  usdc,
  usualLimits,
} from './autopilot-fixture.ts';

// Tests what an attacker with the executor's key can do to an agent whose owner has set price bounds. The executor sends every trade here,
// through an allowed router that the test controls.

// The time limit is long because several test runs may share the machine. A devnet usually starts in under a second.
setDefaultTimeout(60_000);

let f: AutopilotFixture;
let dollars: Address;
let id: bigint;
beforeAll(async () => {
  f = await createAutopilotFixture();
  dollars = f.token('USDC');
});
afterAll(async () => await f.stop());
beforeEach(async () => {
  id = await f.create({ limits: { maxTradesPerDay: 200, maxPerDay: usdc(1_000), maxPerTrade: usdc(1_000) } });
});

const ONE = 10n ** 36n;
const HOUR = 3_600;
const buyFor = (amountIn: bigint, amountOut: bigint) => f.buy(amountIn, { data: f.steps(f.take(dollars, amountIn), f.mint(amountOut)) });
const sellFor = (amountIn: bigint, amountOut: bigint) =>
  f.sell(amountIn, { data: f.steps(f.take(f.coin.address, amountIn), f.pay(dollars, amountOut)) });
type Bound = { readonly leastOutX36?: bigint; readonly pool?: Address; readonly window?: number; readonly maxDeviationBps?: number };
const bound = async (tokenIn: Address, tokenOut: Address, change: Bound) =>
  await f.act(alice, 'setPriceBound', [id, tokenIn, tokenOut, { ...noBound, ...change }]);

/** Simulates a trade, and returns the name and arguments of the error with which it reverts. */
async function refusalOf(trade: Trade): Promise<readonly unknown[]> {
  const asked = { address: f.vault, abi, functionName: 'executeTrade', account: executor.address, blockTag: 'pending' } as const;
  const error: unknown = await f.client.simulateContract({ ...asked, args: [id, newTradeId(), trade, maxUint256, POLICY] }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return ['success'];
  const reverted = error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null;
  if (!(reverted instanceof ContractFunctionRevertedError)) throw error;
  return [reverted.data?.errorName ?? reverted.reason, ...(reverted.data?.args ?? [])];
}

test('a bad price: a buy and a sell bring what the owner asks for or do not happen, whatever minimum the executor names', async () => {
  await f.trade(id, buyFor(90n, 900n));
  await bound(dollars, f.coin.address, { leastOutX36: 2n * ONE });
  await bound(f.coin.address, dollars, { leastOutX36: ONE / 3n });
  expect(await refusalOf(buyFor(10n, 1n))).toEqual(['OutputBelowLimit', 1n, 20n]);
  expect(await refusalOf(buyFor(10n, 19n))).toEqual(['OutputBelowLimit', 19n, 20n]);
  expect(await refusalOf(buyFor(10n, 20n))).toEqual(['success']);
  // The owner's minimum output is rounded up. Here it is a third of the input of 10, rounded up to 4, so an output of 3 is too small.
  expect(await refusalOf(sellFor(10n, 3n))).toEqual(['OutputBelowLimit', 3n, 4n]);
  expect(await refusalOf(sellFor(10n, 4n))).toEqual(['success']);
  // If the owner's bound is satisfied, the executor's own minimum output still applies.
  expect(await refusalOf({ ...buyFor(10n, 20n), amountOutMin: 21n })).toEqual(['OutputBelowMinimum', 20n, 21n]);
  await bound(dollars, f.coin.address, {});
  expect(await refusalOf(buyFor(10n, 1n))).toEqual(['success']);
  expect(await refusalOf(sellFor(10n, 3n))).toEqual(['OutputBelowLimit', 3n, 4n]);
});

test('a limit that no amount can meet, and one that overflows, stop trades and nothing else', async () => {
  await bound(dollars, f.coin.address, { leastOutX36: maxUint256 });
  expect((await refusalOf(buyFor(1n, 1_000n)))[0]).toBe('OutputBelowLimit');
  // For these values, the multiplication in the check of the bound overflows, so the call must revert.
  expect(await refusalOf(buyFor(usdc(1_000), 1_000n))).not.toEqual(['success']);
  await f.act(alice, 'withdraw', [id, dollars, maxUint256]);
});

test('only the owner sets bounds, of trades that the agent can make, and an update of the policy leaves them', async () => {
  const args = [id, dollars, f.coin.address, { ...noBound, leastOutX36: ONE }] as const;
  for (const account of [bob, executor, admin]) expect(await f.revertOf(account, 'setPriceBound', args)).toBe('NotAgentOwner');
  for (const account of [bob, executor, admin])
    expect(await f.revertOf(account, 'setSellCap', [id, f.coin.address, 0n])).toBe('NotAgentOwner');
  expect(await f.revertOf(alice, 'setPriceBound', [id, dollars, dollars, noBound])).toBe('NotABudgetTrade');
  expect(await f.revertOf(alice, 'setPriceBound', [id, f.coin.address, f.token('WETH'), noBound])).toBe('NotABudgetTrade');
  expect(await f.revertOf(alice, 'setSellCap', [id, dollars, 1n])).toBe('NotABudgetTrade');
  const [set] = await f.act(alice, 'setPriceBound', args);
  expect(set).toMatchObject({ eventName: 'PriceBoundSet', args: { agentId: id, leastOutX36: ONE, pool: zeroAddress } });
  await f.act(alice, 'updatePolicy', [id, POLICY, [dollars, f.coin.address], usualLimits]);
  expect(await refusalOf(buyFor(10n, 9n))).toEqual(['OutputBelowLimit', 9n, 10n]);
});

test('sales within any 24 hours never exceed what the owner allows, in one sale or in many', async () => {
  await f.trade(id, buyFor(100n, 1_000n));
  expect(names(await f.act(alice, 'setSellCap', [id, f.coin.address, 100n]))).toEqual(['SellCapSet']);
  expect(await refusalOf(sellFor(1_000n, 1n))).toEqual(['ExceedsMaxSellPerDay', 0n, 1_000n, 100n]);
  const start = (await f.now()) + 10;
  await f.trade(id, sellFor(60n, 1n), start);
  await f.trade(id, sellFor(30n, 1n), start + HOUR - 1);
  expect(await refusalOf(sellFor(11n, 1n))).toEqual(['ExceedsMaxSellPerDay', 90n, 11n, 100n]);
  await f.trade(id, sellFor(10n, 1n), start + 2 * HOUR);
  // The vault counts sales by hour and keeps them for 25 hours from the start of their hour. So even a sale in the last second of an hour
  // counts for at least 24 hours.
  expect(await f.refusal(id, sellFor(1n, 1n), start + 25 * HOUR - 1)).toBe('ExceedsMaxSellPerDay');
  expect(await f.refusal(id, sellFor(90n, 1n), start + 25 * HOUR)).toBe('success');
  expect(await f.refusal(id, sellFor(91n, 1n), start + 25 * HOUR)).toBe('ExceedsMaxSellPerDay');
  expect(await f.refusal(id, sellFor(100n, 1n), start + 27 * HOUR)).toBe('success');
  // Buys must not count as sales, and the owner must be able to withdraw everything.
  await f.trade(id, buyFor(100n, 1n));
  await f.act(alice, 'withdraw', [id, f.coin.address, maxUint256]);
});

test('random sales and waits: never more than the cap within any 24 hours, and never less room than after 25', async () => {
  const random = seededRandom(7);
  const cap = 1_000n;
  await f.trade(id, buyFor(100n, 10n ** 9n));
  await f.act(alice, 'setSellCap', [id, f.coin.address, cap]);
  const sold: { readonly atSec: number; readonly amount: bigint }[] = [];
  const since = (sec: number) => sold.reduce((sum, one) => (one.atSec > sec ? sum + one.amount : sum), 0n);
  let atSec = (await f.now()) + 10;
  for (let i = 0; i < 60; i++) {
    atSec += 1 + Math.floor(random() * 2 * HOUR);
    const amount = 1n + BigInt(Math.floor(random() * 200));
    const isTaken = (await f.refusal(id, sellFor(amount, 1n), atSec)) === 'success';
    if (since(atSec - 24 * HOUR) + amount > cap) expect(isTaken).toBe(false);
    if (since(atSec - 25 * HOUR - 1) + amount <= cap) expect(isTaken).toBe(true);
    if (!isTaken) continue;
    await f.trade(id, sellFor(amount, 1n), atSec);
    sold.push({ atSec, amount });
  }
  expect(sold.length).toBeGreaterThan(20);
  expect(sold.length).toBeLessThan(60);
  const [seen] = await f.client.readContract({ address: f.vault, abi, functionName: 'tokenBounds', args: [id, [f.coin.address]] });
  expect(seen?.soldToday).toBeGreaterThanOrEqual(since((await f.now()) - 24 * HOUR));
});

test('a trade that was planned under another policy is refused by name, and so is one without a policy hash', async () => {
  const planned = f.buy(10n);
  const other = keccak256(toHex('another policy'));
  await f.act(alice, 'updatePolicy', [id, other, [dollars, f.coin.address], usualLimits]);
  expect(await refusalOf(planned)).toEqual(['PolicyChanged', POLICY, other]);
  expect(await f.revertOf(executor, 'executeTrade', [id, newTradeId(), planned, maxUint256, other])).toBe('success');
  const before = {
    type: 'function',
    name: 'executeTrade',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'agentId', type: 'uint256' },
      { name: 'tradeId', type: 'bytes32' },
      abi.find((one) => one.type === 'function' && one.name === 'executeTrade')?.inputs?.[2] ?? { name: '', type: 'tuple' },
      { name: 'deadline', type: 'uint256' },
    ],
    outputs: [],
  } as const;
  const call = { to: f.vault, abi: [before], functionName: 'executeTrade', args: [id, newTradeId(), planned, maxUint256] };
  expect((await f.transact(executor, call)).status).toBe('reverted');
});

test('a guardian pauses one agent or all, and can do nothing else', async () => {
  const onChainAgent = await f.create();
  for (const [functionName, args] of [
    ['pauseAgent', [id]],
    ['pauseAll', [alice.address]],
  ] as const) {
    for (const account of [bob, executor, admin, stranger])
      expect(await f.revertOf(account, functionName, args)).toBe('NotOwnerOrGuardian');
  }
  expect(names(await f.act(alice, 'setGuardian', [bob.address]))).toEqual(['GuardianSet']);
  expect(names(await f.act(bob, 'pauseAgent', [id]))).toEqual(['AgentPaused']);
  expect(await f.act(bob, 'pauseAgent', [id])).toEqual([]);
  expect(await refusalOf(f.buy(1n))).toEqual(['AgentIsPaused', id, expect.stringMatching(new RegExp(bob.address, 'i'))]);
  expect(await f.refusal(onChainAgent, f.buy(1n))).toBe('success');

  const ofTheOwner = [
    ['unpauseAgent', [id]],
    ['withdraw', [id, dollars, 1n]],
    ['setActive', [id, true]],
    ['setSellCap', [id, f.coin.address, 0n]],
    ['setPriceBound', [id, dollars, f.coin.address, noBound]],
    ['updatePolicy', [id, POLICY, [dollars], usualLimits]],
  ] as const;
  for (const [functionName, args] of ofTheOwner) expect(await f.revertOf(bob, functionName, args as never)).toBe('NotAgentOwner');
  // A guardian may set a guardian for its own agents and end its own pauses. Agents of other owners must not be affected.
  await f.act(bob, 'setGuardian', [stranger.address]);
  await f.act(bob, 'unpauseAll', []);
  expect(await f.refusal(id, f.buy(1n))).toBe('AgentIsPaused');
  expect(await f.revertOf(stranger, 'pauseAgent', [onChainAgent])).toBe('NotOwnerOrGuardian');

  // The owner's active flag must be independent of the guardian's pause. The owner may also withdraw while the agent is paused.
  await f.act(alice, 'setActive', [id, true]);
  expect(await f.refusal(id, f.buy(1n))).toBe('AgentIsPaused');
  await f.act(alice, 'withdraw', [id, dollars, usdc(1)]);

  expect(names(await f.act(bob, 'pauseAll', [alice.address]))).toEqual(['AllPaused']);
  const later = await f.create();
  for (const one of [onChainAgent, later]) expect(await f.refusal(one, f.buy(1n))).toBe('AllArePaused');
  await f.act(alice, 'withdraw', [onChainAgent, dollars, maxUint256]);
  await f.act(alice, 'unpauseAgent', [id]);
  expect(await f.refusal(id, f.buy(1n))).toBe('AllArePaused');

  await f.act(alice, 'setGuardian', [zeroAddress]);
  await f.act(alice, 'unpauseAll', []);
  expect(await f.refusal(id, f.buy(1n))).toBe('success');
  for (const functionName of ['pauseAll', 'pauseAgent'] as const) {
    expect(await f.revertOf(bob, functionName, [functionName === 'pauseAll' ? alice.address : id] as never)).toBe('NotOwnerOrGuardian');
  }
});

test('the guards of many agents are read in one call, unknown agents included', async () => {
  await f.act(alice, 'setGuardian', [bob.address]);
  await f.act(bob, 'pauseAgent', [id]);
  const guards = await f.client.readContract({ address: f.vault, abi, functionName: 'agentGuards', args: [[id, 10_000n]] });
  expect(guards.map(({ guardian, pausedBy }) => [guardian.toLowerCase(), pausedBy.toLowerCase()])).toEqual([
    [bob.address, bob.address],
    [zeroAddress, zeroAddress],
  ]);
});

// Tests about the average price of a pool

const MODES = ['Answer', 'TooYoung', 'Nothing', 'Short', 'Garbage', 'OutOfRange'] as const;
const tell = async (pool: Contract, mode: (typeof MODES)[number], tick = 0, extra = 0n) =>
  await f.transact(stranger, { to: pool.address, abi: pool.abi, functionName: 'tell', args: [MODES.indexOf(mode), tick, extra] });

test('bound to the mean price: the minimum output is its quote less the deviation, in both directions, and close to exact arithmetic', async () => {
  const pool = await f.deploy('AveragePool', [dollars, f.coin.address]);
  const average = { pool: pool.address, window: 600 };
  await f.trade(id, buyFor(usdc(100), 10n ** 24n));
  const isFirst = BigInt(dollars) < BigInt(f.coin.address);
  const random = seededRandom(11);
  for (let i = 0; i < 12; i++) {
    const tick = Math.floor((random() - 0.5) * 400_000);
    const bps = Math.floor(random() * 5_000);
    await tell(pool, 'Answer', tick);
    for (const isBuy of [true, false]) {
      const [tokenIn, tokenOut] = isBuy ? [dollars, f.coin.address] : [f.coin.address, dollars];
      await bound(tokenIn, tokenOut, { ...average, maxDeviationBps: bps });
      const amountIn = isBuy ? usdc(100) : 10n ** 20n;
      const price = 1.0001 ** (isBuy === isFirst ? tick : -tick);
      const wanted = Number(amountIn) * price * (1 - bps / 10_000);
      const [name, , required] = await refusalOf(isBuy ? buyFor(amountIn, 1n) : sellFor(amountIn, 1n));
      if (wanted < 1) continue;
      expect([name, tick, bps]).toEqual(['OutputBelowAverage', tick, bps]);
      expect(Math.abs(Number(required) - wanted)).toBeLessThan(1 + wanted * 1e-6);
    }
  }
});

test('a mean tick below zero is rounded down, as by Uniswap’s quoter', async () => {
  const pool = await f.deploy('AveragePool', [dollars, f.coin.address]);
  const isFirst = BigInt(dollars) < BigInt(f.coin.address);
  await bound(dollars, f.coin.address, { pool: pool.address, window: 600 });
  const required = async (tick: number, extra: bigint) => {
    await tell(pool, 'Answer', tick, extra);
    return (await refusalOf(buyFor(usdc(100), 1n)))[2];
  };
  const [at, below] = [await required(-100, 0n), await required(-101, 0n)];
  expect(at).not.toBe(below);
  expect(await required(-100, -1n)).toBe(below);
  expect(await required(-100, 1n)).toBe(at);
  expect(Number(at) > Number(below)).toBe(isFirst);
});

test('a pool that is too young, silent or broken stops the trade: the bound is never skipped', async () => {
  const pool = await f.deploy('AveragePool', [dollars, f.coin.address]);
  await bound(dollars, f.coin.address, { pool: pool.address, window: 600, maxDeviationBps: 9_999 });
  const good = buyFor(1_000n, 10n ** 9n);
  expect(await refusalOf(good)).toEqual(['success']);
  for (const mode of ['TooYoung', 'Nothing', 'Short', 'OutOfRange'] as const) {
    await tell(pool, mode);
    expect([mode, (await refusalOf(good))[0]]).toEqual([mode, 'AverageUnavailable']);
  }
  await tell(pool, 'Garbage');
  expect(await refusalOf(good)).not.toEqual(['success']);
  await f.act(alice, 'withdraw', [id, dollars, maxUint256]);
});

test('a bound to a mean price is refused when it is meaningless', async () => {
  const pool = await f.deploy('AveragePool', [dollars, f.coin.address]);
  const other = await f.deploy('AveragePool', [dollars, f.token('WETH')]);
  const args = (change: object) => [id, dollars, f.coin.address, { ...noBound, pool: pool.address, window: 600, ...change }] as const;
  expect(await f.revertOf(alice, 'setPriceBound', args({}))).toBe('success');
  for (const window of [0, 299, 86_401]) expect(await f.revertOf(alice, 'setPriceBound', args({ window }))).toBe('InvalidAverage');
  expect(await f.revertOf(alice, 'setPriceBound', args({ maxDeviationBps: 10_000 }))).toBe('InvalidAverage');
  for (const of of [other.address, zeroAddress, bob.address]) {
    expect(await f.revertOf(alice, 'setPriceBound', args({ pool: of }))).toBe('InvalidPool');
  }
});

test('a real pool: after its price was moved the earlier price is still required, and a new pool is too young', async () => {
  const weth = f.token('WETH');
  const pool = f.deployment.pools.find(({ symbols, fee }) => symbols.includes('USDC') && symbols.includes('WETH') && fee === 3000);
  if (pool === undefined) throw new Error('the devnet has no such pool');
  const { rpcUrl } = f.devnet;
  await f.devnet.mine((await f.now()) + HOUR);
  await bound(dollars, weth, { pool: pool.address, window: 1_800, maxDeviationBps: 200 });
  expect(await refusalOf(f.swap(dollars, weth, usdc(100)))).toEqual(['success']);

  // An attacker with the executor's key moves the price in the pool, and tries to make the agent buy at twice the price.
  await movePrice(rpcUrl, f.deployment, 'WETH', '6000');
  expect((await refusalOf(f.swap(dollars, weth, usdc(100))))[0]).toBe('OutputBelowAverage');
  await f.devnet.mine((await f.now()) + 60);
  expect((await refusalOf(f.swap(dollars, weth, usdc(100))))[0]).toBe('OutputBelowAverage');
  // After half an hour at the moved price, the pool's average price equals it, so the check against the average accepts trades at this
  // price.
  await f.devnet.mine((await f.now()) + 1_800);
  expect(await refusalOf(f.swap(dollars, weth, usdc(100)))).toEqual(['success']);
  await movePrice(rpcUrl, f.deployment, 'WETH', '3000');

  const { factory } = f.deployment.contracts;
  const created = { to: factory, abi: uniswapV3FactoryAbi, functionName: 'createPool', args: [dollars, f.coin.address, 3000] };
  expect((await f.transact(stranger, created)).status).toBe('success');
  const args = [dollars, f.coin.address, 3000] as const;
  const young = parseAddress(await f.client.readContract({ address: factory, abi: uniswapV3FactoryAbi, functionName: 'getPool', args }));
  await f.transact(stranger, { to: young, abi: uniswapV3PoolAbi, functionName: 'initialize', args: [2n ** 96n] });
  await bound(dollars, f.coin.address, { pool: young, window: 300, maxDeviationBps: 9_999 });
  expect((await refusalOf(buyFor(10n, 10n ** 9n)))[0]).toBe('AverageUnavailable');
  await f.devnet.mine((await f.now()) + 300);
  expect(await refusalOf(buyFor(10n, 10n ** 9n))).toEqual(['success']);
});
