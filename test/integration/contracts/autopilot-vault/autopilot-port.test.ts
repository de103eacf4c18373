import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Hex, maxUint256, zeroHash } from 'viem';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import type { AutopilotVault, VaultLimits, VaultTrade } from '../../../../src/platform/chain/autopilot-vault/autopilot-vault.ts';
import { createAutopilotVaults } from '../../../../src/platform/chain/autopilot-vault/create-autopilot-vault.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { CoxswainError } from '../../../../src/values/errors/coxswain-error.ts';
import { type Hash, parseHash } from '../../../../src/values/hash.ts';
import { asAddress, asUnits } from '../../../support/branded.ts';
import {
  type AutopilotFixture,
  alice,
  bob,
  createAutopilotFixture,
  executor,
  newTradeId,
  POLICY,
  type Trade,
  usdc,
} from './autopilot-fixture.ts';

const limits: VaultLimits = { maxPerTrade: usdc(100), maxPerDay: usdc(250), maxTradesPerDay: 10, expirySec: 4_102_444_800 };
const FAR_SEC = 4_102_444_800;
const policyHash = parseHash(POLICY);

// The time limit is long because several test runs may share the machine. A devnet usually starts in under a second.
setDefaultTimeout(60_000);

let f: AutopilotFixture;
let port: AutopilotVault;
beforeAll(async () => {
  f = await createAutopilotFixture();
  const chains = createChains({ networks: [{ chainId: 31337, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [abi] });
  const vaultAt = createAutopilotVaults({ chainOf: chains.of });
  port = vaultAt(31337, f.vault);
  expect(vaultAt(31337, asAddress(`0x${f.vault.slice(2).toUpperCase()}`))).toBe(port);
});
afterAll(async () => await f.stop());

const tradeId = () => parseHash(newTradeId());
const parsed = (trade: Trade): VaultTrade => ({
  ...trade,
  ...{ tokenIn: parseAddress(trade.tokenIn), tokenOut: parseAddress(trade.tokenOut) },
  ...{ target: parseAddress(trade.target), spender: parseAddress(trade.spender) },
  policyHash,
});

async function send(from: typeof alice, data: Hex): Promise<Hash> {
  const { status, transactionHash } = await f.sendData(from, f.vault, data);
  expect(status).toBe('success');
  return parseHash(transactionHash);
}

async function eventsOf(txHash: Hash) {
  const mined = await port.eventsOf(txHash);
  if (mined === null) throw new Error('not mined');
  return mined;
}

test('an agent that is created, traded, updated, paused and emptied through the port is read back in its terms', async () => {
  const [dollars, weth] = [f.token('USDC'), f.token('WETH')];
  await f.approve(bob, dollars, usdc(500));
  const before = await port.agentCount();
  const terms = { policyHash, budgetToken: dollars, allowTokens: [dollars, weth, f.coin.address], limits, depositAmount: usdc(500) };
  const created = await eventsOf(await send(bob, port.encodeCreateAgent(terms)));
  const agentId = before + 1;
  expect(created).toMatchObject({ status: 'success', from: bob.address, timeSec: await f.now(), isFinal: true });
  expect(created.blockNumber).toBe(Number(await f.client.getBlockNumber({ cacheTime: 0 })));
  const owner = { wallet: bob.address, policyHash, budgetToken: dollars };
  expect(created.events).toMatchObject([{ kind: 'created', agentId, ...owner, limits, depositAmount: usdc(500) }]);
  expect(await port.agentCount()).toBe(agentId);

  const [id, trade] = [tradeId(), parsed(f.buy(usdc(40)))];
  expect(await port.hasTrade(id)).toBe(false);
  expect((await port.estimateTrade(agentId, id, trade, FAR_SEC, executor.address)).gas).toBeGreaterThan(100_000n);
  const traded = await eventsOf(await send(executor, port.encodeExecuteTrade(agentId, id, trade, FAR_SEC)));
  const moved = { tokenIn: dollars, tokenOut: f.coin.address, amountIn: usdc(40), amountOut: usdc(40), target: f.router.address };
  expect(traded.events).toMatchObject([{ kind: 'trade', agentId, tradeId: id, isBuy: true, ...moved }]);
  expect(traded.from).toBe(executor.address);
  expect(await port.hasTrade(id)).toBe(true);
  expect(await port.findTrade(id, traded.timeSec)).toMatchObject({ event: traded.events[0], timeSec: traded.timeSec });
  expect(await port.findTrade(tradeId(), traded.timeSec - 60)).toBeNull();

  const update = { agentId, policyHash: id, allowTokens: [weth, dollars], limits: { ...limits, maxPerTrade: 7n } };
  const updated = await eventsOf(await send(bob, port.encodeUpdatePolicy(update)));
  expect(updated.events).toMatchObject([{ kind: 'policy-updated', agentId, policyHash: id, limits: update.limits }]);

  const { blockTimeSec, agents } = await port.agents([agentId, agentId + 1]);
  expect(blockTimeSec).toBe(await port.timeSec());
  expect(agents).toEqual([
    {
      ...{ agentId, owner: bob.address, budgetToken: dollars, policyHash: id, active: true, sells: 0, blockTimeSec },
      limits: { maxPerTrade: asUnits('7'), maxPerDay: asUnits('250000000'), maxTradesPerDay: 10, expirySec: FAR_SEC },
      ...{ spentToday: asUnits('40000000'), tradesToday: 1, dayStartSec: traded.timeSec },
      balances: { [dollars]: asUnits('460000000'), [weth]: asUnits('0'), [f.coin.address]: asUnits('40000000') },
      allowTokens: [dollars, weth],
      guard: { guardian: null, pausedBy: null, allPausedBy: null },
    },
    null,
  ]);

  const paused = await f.transact(bob, { to: f.vault, abi, functionName: 'setActive', args: [BigInt(agentId), false] });
  expect((await eventsOf(parseHash(paused.transactionHash))).events).toMatchObject([{ kind: 'active-changed', agentId, active: false }]);
  const args = [BigInt(agentId), f.coin.address, maxUint256];
  const emptied = await f.transact(bob, { to: f.vault, abi, functionName: 'withdraw', args });
  const out = { kind: 'moved', direction: 'out', agentId, token: f.coin.address, amount: usdc(40) };
  expect((await eventsOf(parseHash(emptied.transactionHash))).events).toMatchObject([out]);
  await f.approve(bob, weth, 9n);
  const filled = await f.transact(bob, { to: f.vault, abi, functionName: 'deposit', args: [BigInt(agentId), weth, 9n] });
  const into = { kind: 'moved', direction: 'in', agentId, token: weth, amount: 9n };
  expect((await eventsOf(parseHash(filled.transactionHash))).events).toMatchObject([into]);
});

test('an expiry that is too large for a number is shown as the largest safe one', async () => {
  const id = Number(await f.create({ limits: { expiry: 2n ** 64n - 1n } }));
  expect((await port.agents([id])).agents[0]?.limits.expirySec).toBe(Number.MAX_SAFE_INTEGER);
});

test('hundreds of agents are returned in the requested order', async () => {
  const id = Number(await f.create());
  const ids = Array.from({ length: 250 }, (_, i) => (i % 50 === 0 ? 1_000_000 + i : id));
  const { agents } = await port.agents(ids);
  expect(agents.map((agent) => agent?.agentId ?? null)).toEqual(ids.map((asked) => (asked === id ? id : null)));
  expect((await port.agents([])).agents).toEqual([]);
});

test("events of another contract do not count, even when they look like the vault's", async () => {
  const other = await f.deploy('AutopilotVault', [alice.address, zeroHash]);
  await f.transact(alice, { to: other.address, abi: other.abi, functionName: 'open', args: [0] });
  const dollars = f.token('USDC');
  const terms = { policyHash, budgetToken: dollars, allowTokens: [dollars], limits, depositAmount: 0n };
  const { transactionHash, status, logs } = await f.sendData(alice, other.address, port.encodeCreateAgent(terms));
  expect([status, logs.length]).toEqual(['success', 1]);
  expect((await eventsOf(parseHash(transactionHash))).events).toEqual([]);
});

test('a transaction that is not mined is null, and one that reverted has no events', async () => {
  expect(await port.eventsOf(parseHash(`0x${'12'.repeat(32)}`))).toBeNull();
  const reverted = await f.sendData(alice, f.vault, port.encodeExecuteTrade(1, tradeId(), parsed(f.buy(1n)), FAR_SEC));
  expect(await eventsOf(parseHash(reverted.transactionHash))).toMatchObject({ status: 'reverted', events: [], from: alice.address });
});

test('an estimate that fails says why, by name and with numbers', async () => {
  const id = Number(await f.create());
  const reasonOf = async (trade: Trade, deadlineSec = FAR_SEC, from = executor) => {
    const error: unknown = await port.estimateTrade(id, tradeId(), parsed(trade), deadlineSec, from.address).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof CoxswainError)) throw new Error('it did not fail');
    return { code: error.code, ...error.details };
  };
  const over = { code: 'execution-reverted', reason: 'ExceedsMaxPerTrade', args: ['100000001', '100000000'] };
  expect(await reasonOf(f.buy(usdc(100) + 1n))).toMatchObject(over);
  expect(await reasonOf(f.buy(9n, { amountOutMin: 10n }))).toMatchObject({ reason: 'OutputBelowMinimum', args: ['9', '10'] });
  expect(await reasonOf(f.buy(9n, { target: f.coin.address }))).toMatchObject({ reason: 'RouterNotAllowed' });
  expect(await reasonOf(f.sell(9n))).toMatchObject({ reason: 'InsufficientBalance', args: [expect.any(String), '9', '0'] });
  expect(await reasonOf(f.buy(9n), 1)).toMatchObject({ reason: 'DeadlinePassed' });
  expect(await reasonOf(f.buy(9n), FAR_SEC, alice)).toMatchObject({ reason: 'NotExecutor' });
});
