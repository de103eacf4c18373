import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { maxUint256, parseUnits, zeroAddress } from 'viem';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import {
  type AutopilotFixture,
  admin,
  alice,
  bob,
  createAutopilotFixture,
  executor,
  names,
  newTradeId,
  POLICY,
  stranger,
  usdc,
} from './autopilot-fixture.ts';

// The time limit is long because several test runs may share the machine. A devnet usually starts in under a second.
setDefaultTimeout(60_000);

let f: AutopilotFixture;
beforeAll(async () => {
  f = await createAutopilotFixture();
});
afterAll(async () => await f.stop());

const farDeadline = maxUint256;

test('a buy and a sell through Uniswap move the balances of that agent by what the event says, and of no other', async () => {
  const [dollars, weth] = [f.token('USDC'), f.token('WETH')];
  const [id, other] = [await f.create(), await f.create({ owner: bob })];
  const bought = await f.trade(id, f.swap(dollars, weth, usdc(90)));
  expect(bought).toMatchObject({ agentId: id, amountIn: usdc(90), isBuy: true });
  expect([bought.tokenIn, bought.tokenOut, bought.target].map((text) => parseAddress(text))).toEqual([
    dollars,
    weth,
    f.deployment.contracts.swapRouter,
  ]);
  expect(Number(bought.amountOut)).toBeCloseTo(0.03 * 1e18 * 0.997, -15);
  expect((await f.agent(id)).held(weth)).toBe(bought.amountOut);

  const half = bought.amountOut / 2n;
  const sold = await f.trade(id, f.swap(weth, dollars, half));
  expect(sold).toMatchObject({ amountIn: half, isBuy: false });
  const view = await f.agent(id);
  expect(view.held(weth)).toBe(bought.amountOut - half);
  expect(view.held(dollars)).toBe(usdc(910) + sold.amountOut);
  expect(view).toMatchObject({ sells: 1n, tradesToday: 1n, spentToday: usdc(90), dayStart: expect.any(BigInt) });
  expect((await f.agent(other)).balances).toEqual([usdc(1_000), 0n, 0n]);
  // The vault's token balance must equal the sum of its agents' balances.
  expect(await f.balance('WETH', f.vault)).toBe(bought.amountOut - half);
  expect(await f.balance('USDC', f.vault)).toBe(usdc(1_910) + sold.amountOut);
});

test('only the executor trades', async () => {
  const id = await f.create();
  for (const account of [alice, admin, stranger]) {
    expect(await f.revertOf(account, 'executeTrade', [id, newTradeId(), f.buy(1n), farDeadline, POLICY])).toBe('NotExecutor');
  }
  expect(await f.refusal(id + 100n, f.buy(1n))).toBe('AgentNotFound');
});

test('a trade id can be used once over all agents; a reverted trade does not use it', async () => {
  const [id, other] = [await f.create(), await f.create()];
  const tradeId = newTradeId();
  const has = () => f.client.readContract({ address: f.vault, abi, functionName: 'hasTrade', args: [tradeId] });
  const failing = f.buy(5n, { amountOutMin: 6n });
  expect(await f.revertOf(executor, 'executeTrade', [id, tradeId, failing, farDeadline, POLICY])).toBe('OutputBelowMinimum');
  const call = { to: f.vault, abi, functionName: 'executeTrade', args: [id, tradeId, failing, farDeadline, POLICY] };
  expect((await f.transact(executor, call)).status).toBe('reverted');
  expect(await has()).toBe(false);
  expect(names(await f.act(executor, 'executeTrade', [id, tradeId, f.buy(5n), farDeadline, POLICY]))).toEqual(['TradeExecuted']);
  expect(await has()).toBe(true);
  for (const again of [id, other]) {
    expect(await f.revertOf(executor, 'executeTrade', [again, tradeId, f.buy(5n), farDeadline, POLICY])).toBe('TradeSeen');
  }
  expect(await f.agent(id)).toMatchObject({ tradesToday: 1n, spentToday: 5n });
});

test('a trade without the budget token on exactly one side is refused', async () => {
  const [dollars, weth] = [f.token('USDC'), f.token('WETH')];
  const id = await f.create();
  expect(await f.refusal(id, f.buy(1n, { tokenOut: dollars }))).toBe('NotABudgetTrade');
  expect(await f.refusal(id, f.buy(1n, { tokenIn: weth }))).toBe('NotABudgetTrade');
  expect(await f.refusal(id, f.buy(1n, { tokenIn: weth, tokenOut: weth }))).toBe('NotABudgetTrade');
});

test('a token off the allow-list of this agent is refused on either side, even while it is on that of another', async () => {
  const [dollars, weth] = [f.token('USDC'), f.token('WETH')];
  const id = await f.create({ tokens: [dollars, weth] });
  await f.create();
  expect(await f.refusal(id, f.buy(1n))).toBe('TokenNotAllowed');
  expect(await f.refusal(id, f.sell(1n))).toBe('TokenNotAllowed');
  expect(await f.refusal(id, f.swap(dollars, f.token('WBTC'), usdc(1)))).toBe('TokenNotAllowed');
  expect(await f.refusal(id, f.swap(dollars, weth, usdc(1)))).toBe('success');
});

test('an agent trades what it holds and not one unit more, whatever the vault holds', async () => {
  const id = await f.create({ deposit: usdc(50) });
  await f.create({ deposit: usdc(1_000) });
  expect(await f.refusal(id, f.buy(usdc(50) + 1n))).toBe('InsufficientBalance');
  await f.trade(id, f.buy(usdc(50)));
  expect(await f.refusal(id, f.sell(usdc(50) + 1n))).toBe('InsufficientBalance');
  await f.trade(id, f.sell(usdc(50)));
  expect((await f.agent(id)).held(f.coin.address)).toBe(0n);
});

test('an amount or a minimum of nothing is refused', async () => {
  const id = await f.create();
  expect(await f.refusal(id, f.buy(0n))).toBe('ZeroAmount');
  expect(await f.refusal(id, f.buy(1n, { amountOutMin: 0n }))).toBe('MinimumOutputRequired');
});

test('the received amount is measured: exactly the minimum passes, one unit less does not', async () => {
  const id = await f.create();
  expect(await f.refusal(id, f.buy(100n, { amountOutMin: 101n }))).toBe('OutputBelowMinimum');
  expect((await f.trade(id, f.buy(100n, { amountOutMin: 100n }))).amountOut).toBe(100n);
});

test('a deadline is kept to the second', async () => {
  const id = await f.create();
  const deadline = (await f.now()) + 500;
  const args = [id, newTradeId(), f.buy(1n), BigInt(deadline), POLICY] as const;
  expect(await f.revertOf(executor, 'executeTrade', args, { atSec: deadline })).toBe('success');
  expect(await f.revertOf(executor, 'executeTrade', args, { atSec: deadline + 1 })).toBe('DeadlinePassed');
});

test('a router that is not listed is refused, as target or as spender, and one taken off the list at once', async () => {
  const id = await f.create();
  const other = await f.deploy('HostileRouter');
  expect(await f.refusal(id, f.buy(1n, { target: other.address }))).toBe('RouterNotAllowed');
  expect(await f.refusal(id, f.buy(1n, { spender: other.address }))).toBe('RouterNotAllowed');
  expect(await f.refusal(id, f.buy(1n, { target: f.token('USDC') }))).toBe('RouterNotAllowed');
  await f.act(admin, 'setTargetAllowed', [f.router.address, false]);
  expect(await f.refusal(id, f.buy(1n))).toBe('RouterNotAllowed');
  await f.act(admin, 'setTargetAllowed', [f.router.address, true]);
  expect(await f.refusal(id, f.buy(1n))).toBe('success');
});

test('a USDT-like token is bought and sold, trade after trade', async () => {
  const [dollars, usdn] = [f.token('USDC'), f.token('USDN')];
  const id = await f.create({ tokens: [dollars, usdn] });
  const onChainAgent = await f.create({ budget: usdn, tokens: [dollars, usdn] });
  for (let i = 0; i < 2; i++) {
    const { amountOut } = await f.trade(id, f.swap(dollars, usdn, usdc(50), { fee: 500 }));
    await f.trade(id, f.swap(usdn, dollars, amountOut, { fee: 500 }));
    await f.trade(onChainAgent, f.swap(usdn, dollars, usdc(50), { fee: 500 }));
  }
  expect((await f.agent(id)).held(usdn)).toBe(0n);
  expect((await f.agent(onChainAgent)).held(usdn)).toBe(usdc(900));
});

test('a fee-on-transfer token is credited at what arrived', async () => {
  const [dollars, fee] = [f.token('USDC'), f.token('FEE')];
  const id = await f.create({ tokens: [dollars, fee] });
  const quoted = parseUnits('49.8', 18);
  expect(await f.refusal(id, f.swap(dollars, fee, usdc(100), { amountOutMin: quoted }))).toBe('OutputBelowMinimum');
  const { amountOut } = await f.trade(id, f.swap(dollars, fee, usdc(100), { amountOutMin: (quoted * 97n) / 100n }));
  expect((await f.agent(id)).held(fee)).toBe(amountOut);
  expect(await f.balance('FEE', f.vault)).toBe(amountOut);
});

test('only the admin names executors and routers, and none of them may be a token, the vault or nobody', async () => {
  const { swapRouter } = f.deployment.contracts;
  for (const account of [alice, executor]) {
    expect(await f.revertOf(account, 'setExecutor', [account.address, true])).toBe('OwnableUnauthorizedAccount');
    expect(await f.revertOf(account, 'setTargetAllowed', [swapRouter, false])).toBe('OwnableUnauthorizedAccount');
    expect(await f.revertOf(account, 'setSpenderAllowed', [swapRouter, false])).toBe('OwnableUnauthorizedAccount');
  }
  expect(await f.revertOf(admin, 'setExecutor', [zeroAddress, true])).toBe('ZeroAddress');
  for (const account of [f.token('USDC'), f.token('WETH'), f.token('USDN'), f.vault, bob.address]) {
    expect(await f.revertOf(admin, 'setTargetAllowed', [account, true])).toBe('NotARouter');
    expect(await f.revertOf(admin, 'setSpenderAllowed', [account, true])).toBe('NotARouter');
  }
});

test('several executors may trade, one is removed without the others, and a new admin must accept', async () => {
  const id = await f.create();
  const byStranger = async () => await f.revertOf(stranger, 'executeTrade', [id, newTradeId(), f.buy(1n), farDeadline, POLICY]);
  expect(await byStranger()).toBe('NotExecutor');
  await f.act(admin, 'setExecutor', [stranger.address, true]);
  expect([await byStranger(), await f.refusal(id, f.buy(1n))]).toEqual(['success', 'success']);
  await f.act(admin, 'setExecutor', [executor.address, false]);
  expect([await byStranger(), await f.refusal(id, f.buy(1n))]).toEqual(['success', 'NotExecutor']);
  await f.act(admin, 'setExecutor', [executor.address, true]);
  await f.act(admin, 'setExecutor', [stranger.address, false]);
  const owner = async () => parseAddress(await f.client.readContract({ address: f.vault, abi, functionName: 'owner' }));
  await f.act(admin, 'transferOwnership', [bob.address]);
  expect(await owner()).toBe(admin.address);
  expect(await f.revertOf(alice, 'acceptOwnership', [])).toBe('OwnableUnauthorizedAccount');
  await f.act(bob, 'acceptOwnership', []);
  expect(await owner()).toBe(bob.address);
  await f.act(bob, 'transferOwnership', [admin.address]);
  await f.act(admin, 'acceptOwnership', []);
});

test('the vault has only the listed functions that change state', () => {
  const ofTheAdmin = [
    ...['acceptOwnership', 'announce', 'cancelAnnouncements', 'changeAll', 'open', 'setAllowDelay', 'setExecutor', 'setSpenderAllowed'],
    ...['setFee', 'setTargetAllowed', 'setTreasury', 'transferOwnership'],
  ];
  const ofOwners = ['createAgent', 'deposit', 'setActive', 'setPriceBound', 'setSellCap', 'unpauseAgent', 'updatePolicy', 'withdraw'];
  const ofOwnersAndGuardians = ['pauseAgent', 'pauseAll', 'setGuardian', 'unpauseAll'];
  const writing = abi.flatMap((entry): string[] =>
    entry.type === 'function' && !['view', 'pure'].includes(entry.stateMutability) ? [entry.name] : [],
  );
  expect(writing.sort()).toEqual(
    [...ofTheAdmin, ...ofOwners, ...ofOwnersAndGuardians, 'executeItem', 'executeTrade', 'executeTrades', 'payFees'].sort(),
  );
  expect(abi.filter(({ type }) => ['receive', 'fallback'].includes(type))).toEqual([]);
});
