import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ContractFunctionArgs, decodeErrorResult, encodeFunctionData, maxUint256, parseEventLogs, zeroHash } from 'viem';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { createAutopilotVault } from '../../../../src/platform/chain/autopilot-vault/create-autopilot-vault.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import {
  type AutopilotFixture,
  admin,
  alice,
  createAutopilotFixture,
  executor,
  names,
  newTradeId,
  POLICY,
  type Trade,
  usdc,
} from './autopilot-fixture.ts';

type TradeItem = ContractFunctionArgs<typeof abi, 'nonpayable', 'executeTrades'>[0][number];

const ITEM_GAS = 600_000n;
const BATCH_GAS = 28_000_000n;

let f: AutopilotFixture;
beforeAll(async () => {
  f = await createAutopilotFixture();
});
afterAll(async () => await f.stop());

const itemOf = (agentId: bigint, trade: Trade, change: Partial<TradeItem> = {}): TradeItem => ({
  ...{ agentId, tradeId: newTradeId(), trade, policyHash: POLICY, gasLimit: ITEM_GAS },
  ...change,
});
const batch = (items: readonly TradeItem[], deadline = maxUint256) => ({
  ...{ to: f.vault, abi, functionName: 'executeTrades', args: [items, deadline] },
});

async function run(...items: readonly TradeItem[]) {
  const receipt = await f.transact(executor, batch(items), BATCH_GAS);
  expect(receipt.status).toBe('success');
  return parseEventLogs({ abi, logs: receipt.logs });
}

/** Returns the error name of each failed trade, by the trade's id. */
const failures = (events: Awaited<ReturnType<typeof run>>) =>
  Object.fromEntries(
    events.flatMap((event) =>
      event.eventName === 'TradeFailed' ? [[event.args.tradeId, decodeErrorResult({ abi, data: event.args.reason }).errorName]] : [],
    ),
  );

const refused = async (items: readonly TradeItem[], { from = executor, deadline = maxUint256, gas = BATCH_GAS } = {}) => {
  return await f.revertOf(from, 'executeTrades', [items, deadline], { gas });
};

test('trades of many agents run in one transaction, and one that fails takes no other with it', async () => {
  const [one, two, three] = [await f.create(), await f.create(), await f.create()];
  const [tooMuch, notMine, seen] = [
    itemOf(two, f.buy(usdc(101))),
    itemOf(three, f.buy(10n), { policyHash: zeroHash }),
    itemOf(three, f.buy(30n)),
  ];
  const events = await run(
    itemOf(one, f.buy(10n)),
    tooMuch,
    notMine,
    seen,
    itemOf(one, f.buy(5n), { tradeId: seen.tradeId }),
    itemOf(two, f.buy(20n)),
  );
  expect(names(events)).toEqual(['TradeExecuted', 'TradeFailed', 'TradeFailed', 'TradeExecuted', 'TradeFailed', 'TradeExecuted']);
  expect(failures(events)).toEqual({
    [tooMuch.tradeId]: 'ExceedsMaxPerTrade',
    [notMine.tradeId]: 'PolicyChanged',
    [seen.tradeId]: 'TradeSeen',
  });
  const held = async (id: bigint) => (await f.agent(id)).held(f.coin.address);
  expect([await held(one), await held(two), await held(three)]).toEqual([10n, 20n, 30n]);
  // A failed trade must not leave any state behind, so its id can be used again.
  expect(names(await run(itemOf(three, f.buy(1n), { tradeId: tooMuch.tradeId })))).toEqual(['TradeExecuted']);
});

test('a trade uses its own gas at most, and its revert data is cut', async () => {
  const id = await f.create();
  const odd = (functionName: string, args: readonly unknown[] = []) =>
    f.buy(10n, { data: encodeFunctionData({ abi: f.router.abi, functionName, args }) });
  const events = await run(
    itemOf(id, odd('burnGas')),
    itemOf(id, odd('revertWithBytes', [50_000n])),
    itemOf(id, odd('revertWithNothing')),
    itemOf(id, f.buy(10n)),
  );
  expect(names(events)).toEqual(['TradeFailed', 'TradeFailed', 'TradeFailed', 'TradeExecuted']);
  for (const event of events) if (event.eventName === 'TradeFailed') expect((event.args.reason.length - 2) / 2).toBeLessThanOrEqual(512);
});

test('a batch with too little gas reverts whole instead of failing its trades', async () => {
  const items = [itemOf(await f.create(), f.buy(10n)), itemOf(await f.create(), f.buy(10n))];
  expect(await refused(items, { gas: ITEM_GAS + 100_000n })).toBe('InsufficientGas');
  const enough = (ITEM_GAS * 64n) / 63n + 60_000n;
  expect(await refused(items, { gas: 2n * enough + 100_000n })).toBe('success');
  expect(await refused([itemOf(1n, f.buy(10n), { gasLimit: 2n ** 255n })])).toBe('InsufficientGas');
});

test('a batch is run by an executor alone, before its deadline, with 1 to 32 trades', async () => {
  const item = itemOf(await f.create(), f.buy(10n));
  for (const from of [alice, admin]) expect(await refused([item], { from })).toBe('NotExecutor');
  expect(await refused([item], { deadline: 1n })).toBe('DeadlinePassed');
  expect(await refused([])).toBe('BatchSize');
  expect(await refused(Array.from({ length: 33 }, () => item))).toBe('BatchSize');
  const { agentId, tradeId, trade, policyHash } = item;
  for (const from of [executor, alice, admin]) {
    expect(await f.revertOf(from, 'executeItem', [agentId, tradeId, trade, policyHash])).toBe('NotSelf');
  }
});

test('a batch is encoded, and what became of its trades decoded, by the client', async () => {
  const chain = createChains({ networks: [{ chainId: 31337, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [abi] }).of(31337);
  const port = createAutopilotVault(chain, f.vault);
  const id = Number(await f.create());
  const parsed = (trade: Trade) => ({
    ...trade,
    ...{ tokenIn: parseAddress(trade.tokenIn), tokenOut: parseAddress(trade.tokenOut) },
    ...{ target: parseAddress(trade.target), spender: parseAddress(trade.spender), policyHash: parseHash(POLICY) },
  });
  const [good, bad] = [parseHash(newTradeId()), parseHash(newTradeId())];
  const data = port.encodeExecuteTrades(
    [
      { agentId: id, tradeId: good, trade: parsed(f.buy(10n)), gasLimit: ITEM_GAS },
      { agentId: id, tradeId: bad, trade: parsed(f.buy(10n, { amountOutMin: 11n })), gasLimit: ITEM_GAS },
    ],
    4_102_444_800,
  );
  const { transactionHash } = await f.sendData(executor, f.vault, data);
  expect((await port.eventsOf(parseHash(transactionHash)))?.events).toMatchObject([
    { kind: 'trade', agentId: id, tradeId: good, amountIn: 10n, amountOut: 10n },
    { kind: 'trade-failed', agentId: id, tradeId: bad, reason: 'OutputBelowMinimum' },
  ]);
});

test('twenty trades of a batch cost at most 0.85 of what each costs alone', async () => {
  const buys = () => Array.from({ length: 20 }, () => f.swap(f.token('USDC'), f.token('WETH'), usdc(1)));
  const agents: bigint[] = [];
  for (let i = 0; i < 40; i += 1) agents.push(await f.create({ deposit: usdc(2), tokens: [f.token('USDC'), f.token('WETH')] }));
  const [alone, together] = [agents.slice(0, 20), agents.slice(20)];
  let gasAlone = 0n;
  for (const [i, trade] of buys().entries()) {
    const args = [alone[i] ?? 0n, newTradeId(), trade, maxUint256, POLICY];
    const receipt = await f.transact(executor, { to: f.vault, abi, functionName: 'executeTrade', args });
    expect(receipt.status).toBe('success');
    gasAlone += receipt.gasUsed;
  }
  const items = buys().map((trade, i) => itemOf(together[i] ?? 0n, trade));
  const receipt = await f.transact(executor, batch(items), BATCH_GAS);
  expect(names(parseEventLogs({ abi, logs: receipt.logs, eventName: 'TradeExecuted' })).length).toBe(20);
  const share = Number((receipt.gasUsed * 1_000n) / gasAlone) / 1_000;
  console.log(`gas of a trade: ${gasAlone / 20n} alone, ${receipt.gasUsed / 20n} in a batch of 20 (${share})`);
  expect(share).toBeLessThanOrEqual(0.85);
}, 120_000);
