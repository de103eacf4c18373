import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { encodeFunctionData, maxUint256, parseUnits, zeroHash } from 'viem';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { type Address, parseAddress } from '../../../../src/values/address.ts';
import { nightlyTest } from '../../../support/which-cases.ts';
import {
  type AutopilotFixture,
  alice,
  bob,
  createAutopilotFixture,
  executor,
  names,
  newTradeId,
  POLICY,
  stranger,
  usdc,
  usualLimits,
} from './autopilot-fixture.ts';

// The time limit is long because several test runs may share the machine. A devnet usually starts in under a second.
setDefaultTimeout(60_000);

let f: AutopilotFixture;
beforeAll(async () => {
  f = await createAutopilotFixture();
});
afterAll(async () => await f.stop());

async function deployTokens(count: number): Promise<Address[]> {
  const made: Address[] = [];
  for (let i = 0; i < count; i++) made.push((await f.deploy('HostileToken')).address);
  return made;
}

const lower = (list: readonly string[]) => list.map((text) => text.toLowerCase());

test('creating an agent transfers the deposit and emits all its data', async () => {
  const [budget, weth] = [f.token('USDC'), f.token('WETH')];
  await f.approve(bob, budget, usdc(500));
  const before = await f.balance('USDC', bob.address);
  const limits = { ...usualLimits, expiry: 4_102_444_800n };
  const events = await f.act(bob, 'createAgent', [POLICY, budget, [weth, budget], limits, usdc(500)]);
  const [created] = events;
  expect(names(events)).toEqual(['AgentCreated']);
  if (created?.eventName !== 'AgentCreated') throw new Error('no AgentCreated');
  expect(created.args).toMatchObject({ agentId: 1n, policyHash: POLICY, depositAmount: usdc(500), ...limits });
  expect(lower([created.args.wallet, created.args.budgetToken])).toEqual([bob.address, budget]);
  expect(await f.balance('USDC', bob.address)).toBe(before - usdc(500));

  const view = await f.agent(1n);
  expect(view).toMatchObject({ agentId: 1n, policyHash: POLICY, active: true, limits, sells: 0n, isAllowed: [true, true] });
  expect(view).toMatchObject({ spentToday: 0n, tradesToday: 0n, dayStart: 0n, balances: [0n, usdc(500)] });
  expect(lower([view.owner, view.budgetToken, ...view.tokens])).toEqual([bob.address, budget, weth, budget]);
  expect(Number(view.blockTime)).toBe(await f.now());
});

test('ids count from 1 over all wallets, and an id without an agent has no owner', async () => {
  const id = await f.create({ deposit: 0n });
  expect(await f.create({ owner: bob, deposit: 0n })).toBe(id + 1n);
  const [known, unknown, zero] = await f.agents([id, id + 2n, 0n]);
  expect(parseAddress(known?.owner ?? '')).toBe(alice.address);
  for (const view of [unknown, zero]) expect(view).toMatchObject({ owner: `0x${'0'.repeat(40)}`, tokens: [], balances: [] });
});

test('an allow-list or a count that cannot work is refused by name, at creation and at an update', async () => {
  const [budget, weth] = [f.token('USDC'), f.token('WETH')];
  const id = await f.create();
  const many = await deployTokens(20);
  const cases: [readonly `0x${string}`[], Partial<typeof usualLimits>, string][] = [
    [[budget, ...many.slice(0, 19)], {}, 'success'],
    [[budget, ...many], {}, 'TooManyTokens'],
    [[budget, weth, weth], {}, 'DuplicateToken'],
    [[budget, weth, budget], {}, 'DuplicateToken'],
    [[weth], {}, 'BudgetTokenNotAllowed'],
    [[], {}, 'BudgetTokenNotAllowed'],
    [[budget, alice.address], {}, 'InvalidToken'],
    [[budget, f.vault], {}, 'InvalidToken'],
    [[budget], { maxTradesPerDay: 0 }, 'InvalidMaxTradesPerDay'],
    [[budget], { maxTradesPerDay: 1 }, 'success'],
    [[budget], { maxTradesPerDay: 200 }, 'success'],
    [[budget], { maxTradesPerDay: 201 }, 'InvalidMaxTradesPerDay'],
    [[budget], { maxTradesPerDay: 65_537 }, 'InvalidMaxTradesPerDay'],
  ];
  for (const [tokens, change, expected] of cases) {
    const limits = { ...usualLimits, ...change };
    expect(await f.revertOf(alice, 'createAgent', [POLICY, budget, tokens, limits, 0n])).toBe(expected);
    expect(await f.revertOf(alice, 'updatePolicy', [id, POLICY, tokens, limits])).toBe(expected);
  }
  expect(await f.revertOf(alice, 'createAgent', [POLICY, alice.address, [alice.address], usualLimits, 0n])).toBe('InvalidToken');
});

test('an update changes the policy at once, and leaves owner, budget token and balances alone', async () => {
  const id = await f.create();
  const limits = { maxPerTrade: 1n, maxPerDay: 2n, maxTradesPerDay: 3, expiry: 4_000_000_000n };
  const [updated] = await f.act(alice, 'updatePolicy', [id, zeroHash, [f.token('USDC')], limits]);
  expect(updated?.eventName === 'PolicyUpdated' && updated.args).toMatchObject({ agentId: id, policyHash: zeroHash, ...limits });
  const view = await f.agent(id);
  expect(view).toMatchObject({ policyHash: zeroHash, limits, active: true, balances: [usdc(1_000)], isAllowed: [true] });
  expect(await f.revertOf(executor, 'executeTrade', [id, newTradeId(), f.buy(1n), maxUint256, zeroHash])).toBe('TokenNotAllowed');
});

test('a token off the list that is still held is shown, not traded, and withdrawn; then it is forgotten', async () => {
  const id = await f.create();
  await f.trade(id, f.buy(usdc(100)));
  await f.act(alice, 'updatePolicy', [id, POLICY, [f.token('WETH'), f.token('USDC')], usualLimits]);
  const view = await f.agent(id);
  const shown = view.tokens.map((token, i) => [token.toLowerCase(), view.isAllowed[i], view.balances[i]]);
  expect(shown).toContainEqual([f.coin.address, false, usdc(100)]);
  expect(shown).toContainEqual([f.token('WETH'), true, 0n]);
  expect(await f.refusal(id, f.sell(1n))).toBe('TokenNotAllowed');
  expect(await f.revertOf(alice, 'deposit', [id, f.coin.address, 1n])).toBe('TokenNotAllowed');
  await f.act(alice, 'withdraw', [id, f.coin.address, usdc(40)]);
  expect((await f.agent(id)).held(f.coin.address)).toBe(usdc(60));
  await f.act(alice, 'withdraw', [id, f.coin.address, maxUint256]);
  expect((await f.agent(id)).held(f.coin.address)).toBeUndefined();

  // A token that is allowed a second time must still be listed only once.
  await f.act(alice, 'updatePolicy', [id, POLICY, [f.token('USDC'), f.coin.address], usualLimits]);
  expect(lower((await f.agent(id)).tokens).sort()).toEqual([f.token('USDC'), f.coin.address].sort());
  expect(await f.refusal(id, f.buy(1n))).toBe('success');
});

nightlyTest(
  'the number of tokens that an agent keeps from earlier lists is bounded',
  async () => {
    const id = await f.create();
    const keep = async (list: readonly Address[]) => {
      await f.act(alice, 'updatePolicy', [id, POLICY, [f.token('USDC'), ...list], usualLimits]);
      for (const address of list) {
        await f.transact(alice, { to: address, abi: f.coin.abi, functionName: 'mint', args: [alice.address, 1n] });
        await f.transact(alice, { to: address, abi: f.coin.abi, functionName: 'approve', args: [f.vault, 1n] });
        await f.act(alice, 'deposit', [id, address, 1n]);
      }
    };
    const [first, second, third] = [await deployTokens(19), await deployTokens(19), await deployTokens(2)];
    await keep(first);
    await keep(second);
    expect((await f.agent(id)).tokens).toHaveLength(39);
    const args = [id, POLICY, [f.token('USDC'), ...third], usualLimits] as const;
    expect(await f.revertOf(alice, 'updatePolicy', args)).toBe('TooManyTokens');
    await f.act(alice, 'withdraw', [id, first[0] ?? f.vault, maxUint256]);
    await f.act(alice, 'updatePolicy', args);
    expect((await f.agent(id)).tokens).toHaveLength(40);

    // A call that reads a hundred agents at once must stay far below the gas that Anvil allows for a call.
    const hundred = Array.from({ length: 100 }, () => id);
    const gas = await f.client.estimateGas({ to: f.vault, data: encodeFunctionData({ abi, functionName: 'agents', args: [hundred] }) });
    expect(gas).toBeLessThan(25_000_000n);
  },
  120_000,
);

test('the owner deposits and withdraws, to the unit', async () => {
  const id = await f.create();
  await f.approve(alice, f.token('WETH'), 7n);
  const [deposited] = await f.act(alice, 'deposit', [id, f.token('WETH'), 7n]);
  expect(deposited?.eventName === 'Deposited' && deposited.args).toMatchObject({ agentId: id, amount: 7n });
  expect(await f.revertOf(alice, 'withdraw', [id, f.token('WETH'), 8n])).toBe('InsufficientBalance');
  expect(await f.revertOf(alice, 'withdraw', [id, f.token('WETH'), 0n])).toBe('ZeroAmount');
  expect(await f.revertOf(alice, 'withdraw', [id, f.token('WBTC'), maxUint256])).toBe('ZeroAmount');
  expect(await f.revertOf(alice, 'deposit', [id, f.token('WETH'), 0n])).toBe('ZeroAmount');

  const before = await f.balance('USDC', alice.address);
  const [withdrawn] = await f.act(alice, 'withdraw', [id, f.token('USDC'), usdc(400)]);
  expect(withdrawn?.eventName === 'Withdrawn' && withdrawn.args).toMatchObject({ agentId: id, amount: usdc(400) });
  await f.act(alice, 'withdraw', [id, f.token('USDC'), maxUint256]);
  expect(await f.balance('USDC', alice.address)).toBe(before + usdc(1_000));
  const view = await f.agent(id);
  expect([view.held(f.token('USDC')), view.held(f.token('WETH'))]).toEqual([0n, 7n]);
});

test('withdrawing works while the agent is paused, and when its policy is over', async () => {
  const expiry = (await f.now()) + 100;
  const id = await f.create({ limits: { expiry: BigInt(expiry) } });
  await f.trade(id, f.buy(usdc(100)));
  await f.act(alice, 'setActive', [id, false]);
  expect(await f.refusal(id, f.buy(1n))).toBe('AgentInactive');
  expect(names(await f.act(alice, 'withdraw', [id, f.token('USDC'), usdc(1)]))).toEqual(['Withdrawn']);
  await f.act(alice, 'setActive', [id, true]);
  await f.devnet.mine(expiry + 1);
  expect(await f.refusal(id, f.buy(1n))).toBe('PolicyExpired');
  for (const token of [f.token('USDC'), f.coin.address]) {
    expect(names(await f.act(alice, 'withdraw', [id, token, maxUint256]))).toEqual(['Withdrawn']);
  }
  expect((await f.agent(id)).balances).toEqual([0n, 0n, 0n]);
});

test('pausing and resuming emit events, and a pause blocks trades', async () => {
  const id = await f.create();
  for (const active of [false, true]) {
    const [changed] = await f.act(alice, 'setActive', [id, active]);
    expect(changed?.eventName === 'ActiveChanged' && changed.args).toMatchObject({ agentId: id, active });
    expect((await f.agent(id)).active).toBe(active);
    expect(await f.refusal(id, f.buy(1n))).toBe(active ? 'success' : 'AgentInactive');
  }
});

test('only the owner can change an agent', async () => {
  const id = await f.create();
  const [usdcToken, list] = [f.token('USDC'), [f.token('USDC')]];
  for (const account of [bob, executor, stranger]) {
    expect(await f.revertOf(account, 'updatePolicy', [id, POLICY, list, usualLimits])).toBe('NotAgentOwner');
    expect(await f.revertOf(account, 'setActive', [id, false])).toBe('NotAgentOwner');
    expect(await f.revertOf(account, 'deposit', [id, usdcToken, 1n])).toBe('NotAgentOwner');
    expect(await f.revertOf(account, 'withdraw', [id, usdcToken, 1n])).toBe('NotAgentOwner');
  }
  expect(await f.revertOf(alice, 'withdraw', [id + 100n, usdcToken, 1n])).toBe('AgentNotFound');
  expect(await f.revertOf(alice, 'setActive', [0n, true])).toBe('AgentNotFound');
});

test('a deposit with a fee counts as what arrived, and a USDT-like one works', async () => {
  const fee = f.token('FEE');
  const paid = parseUnits('300', 18);
  const id = await f.create({ budget: fee, tokens: [fee], deposit: paid });
  expect((await f.agent(id)).held(fee)).toBe(parseUnits('294', 18));
  await f.approve(alice, fee, paid);
  const [deposited] = await f.act(alice, 'deposit', [id, fee, paid]);
  expect(deposited?.eventName === 'Deposited' && deposited.args.amount).toBe(parseUnits('294', 18));
  const before = await f.balance('FEE', alice.address);
  await f.act(alice, 'withdraw', [id, fee, maxUint256]);
  expect(await f.balance('FEE', alice.address)).toBe(before + parseUnits('576.24', 18));

  const usdn = f.token('USDN');
  const other = await f.create({ budget: usdn, tokens: [usdn], deposit: 5n });
  const held = await f.balance('USDN', alice.address);
  await f.act(alice, 'withdraw', [other, usdn, maxUint256]);
  expect(await f.balance('USDN', alice.address)).toBe(held + 5n);
});
