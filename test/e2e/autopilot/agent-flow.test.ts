import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { waitFor } from '../../support/wait-for.ts';
import { nightlyTest } from '../../support/which-cases.ts';
import { type AgentWorld, CHAIN_ID, startAgentWorld } from './agent-world.ts';

const historySchema = v.array(v.looseObject({ revision: v.number(), event: v.looseObject({ type: v.string() }) }));

// Each of these tests moves market prices, so each test has its own service and chain.
test('a wallet opens an agent, which buys once, sells when the price has risen, and agrees with the chain to the unit', async () => {
  await using world = await startAgentWorld();
  const wallet = world.walletOf(1);
  const usdc = world.tokenOf('USDC').address.toLowerCase();
  const weth = world.tokenOf('WETH').address.toLowerCase();
  const before = await wallet.balanceOf('USDC');
  const agent = await wallet.open(
    world.draft([
      { id: 'profit', type: 'take_profit', token: weth, gainBps: 500, sellBps: 10_000, cooldownSeconds: 3_600 },
      { id: 'dca', type: 'dca', tokenOut: weth, amount: '300', intervalSeconds: 86_400, maxRuns: 1 },
    ]),
    '1000',
  );
  expect(agent).toMatchObject({
    status: 'active',
    phase: 'watching',
    onChain: { active: true, spentToday: '0' },
    balances: { [usdc]: '1000000000' },
  });
  expect(before - (await wallet.balanceOf('USDC'))).toBe(1_000_000_000n);

  const bought = await world.agentWhen(agent, 'the buy', ({ strategies }) => strategies.some(({ id, runs }) => id === 'dca' && runs === 1));
  expect(bought.balances[usdc]).toBe('700000000');
  const held = bought.balances[weth] ?? '0';
  expect(BigInt(held)).toBeGreaterThan(0n);
  expect(bought.costBasis).toEqual({ [weth]: { quantity: held, cost: '300000000' } });
  expect(bought.onChain).toMatchObject({ spentToday: '300000000', tradesToday: 1 });
  expect(bought.lastFillAt.dca).not.toBeNull();

  // The agent holds a token whose price may wake it, so the list must report that the agent has triggers.
  expect(await world.call('GET', '/operator/actors?fields=head&type=autopilot-agent')).toMatchObject({
    data: { actors: [{ id: `autopilot-agent/${agent._id}`, hasTriggers: true }] },
  });
  await world.movePrice('WETH', '3300');
  const sold = await world.agentWhen(agent, 'the sale', ({ strategies }) =>
    strategies.some(({ id, runs }) => id === 'profit' && runs === 1),
  );
  expect(sold.balances[weth] ?? '0').toBe('0');
  expect(sold.costBasis).toEqual({});
  expect(BigInt(sold.balances[usdc] ?? '0')).toBeGreaterThan(1_000_000_000n);

  const activity = await world.activity(agent);
  expect(activity.map(({ kind, strategyId }) => [kind, strategyId])).toEqual([
    ['trade', 'profit'],
    ['trade', 'dca'],
  ]);
  expect(activity[1]).toMatchObject({
    side: 'buy',
    amountIn: '300000000',
    amountOut: held,
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
  expect(await world.notificationsWhen(wallet.address, 2)).toMatchObject([{ kind: 'fill', type: 'autopilot' }, { kind: 'fill' }]);

  // An operator's view of the agent must show the same fills, with the chain's data about their transactions.
  const shown = await world.call('GET', `/operator/actors/autopilot-agent%2F${agent._id}/details`);
  const mined = { status: 'mined', nonce: expect.any(Number), blockNumber: expect.any(Number), gasUsed: expect.stringMatching(/^\d+$/) };
  expect(shown).toMatchObject({
    status: 200,
    data: {
      missing: [],
      transactions: [mined, mined],
      domain: { kind: 'agent', fills: [{ side: 'sell' }, { side: 'buy', got: { amount: held, token: weth } }] },
    },
  });
  const why = await world.call('GET', `/operator/actors/autopilot-agent%2F${agent._id}/why`);
  expect(why).toMatchObject({ status: 200, data: { sentence: expect.stringMatching(/^None of the agent's 2 strategies acts now\. /) } });
});

// The vault's limit on sales is also covered by the contract tests, so this slow test runs only at night.
nightlyTest(
  'a sale is cut to the cap that the owner set, and the next one waits until it has room',
  async () => {
    await using world = await startAgentWorld();
    const wallet = world.walletOf(1);
    const weth = world.tokenOf('WETH').address.toLowerCase();
    const agent = await wallet.open(
      world.draft([
        { id: 'profit', type: 'take_profit', token: weth, gainBps: 500, sellBps: 10_000, cooldownSeconds: 1 },
        { id: 'dca', type: 'dca', tokenOut: weth, amount: '300', intervalSeconds: 86_400, maxRuns: 1 },
      ]),
      '1000',
    );
    const bought = await world.agentWhen(agent, 'the buy', ({ strategies }) =>
      strategies.some(({ id, runs }) => id === 'dca' && runs === 1),
    );
    const held = BigInt(bought.balances[weth] ?? '0');
    const cap = held / 4n;
    await wallet.write('setSellCap', [BigInt(agent.agentId ?? 0), weth, cap]);
    await world.movePrice('WETH', '3300');
    const sold = await world.agentWhen(agent, 'the cap', ({ strategies }) =>
      strategies.some(({ id, runs, outcome }) => id === 'profit' && runs === 1 && outcome === 'over-sell-cap'),
    );
    expect(sold.balances[weth]).toBe(`${held - cap}`);
    const shown = await world.call('GET', `/defi/autopilot/${CHAIN_ID}/${agent.agentId}`);
    const sellCap = { maxPerDay: `${cap}`, soldToday: `${cap}`, freesAt: expect.any(String) };
    expect(shown).toMatchObject({ data: { bounds: [{ token: weth, sellCap }, { sellCap: null }] } });
  },
  120_000,
);

test('a stop sells in a fast fall at the current price, not that of half an hour before, and its pause is reported once', async () => {
  await using world = await startAgentWorld();
  const wallet = world.walletOf(3);
  const weth = world.tokenOf('WETH').address.toLowerCase();
  const agent = await wallet.open(
    world.draft(
      [
        { id: 'stop', type: 'stop_loss', token: weth, lossBps: 500, sellBps: 10_000 },
        { id: 'dca', type: 'dca', tokenOut: weth, amount: '200', intervalSeconds: 86_400, maxRuns: 1 },
      ],
      { protections: { stopCooldownSeconds: 3 } },
    ),
    '200',
  );
  await world.agentWhen(agent, 'the buy', ({ strategies }) => strategies.some(({ id, runs }) => id === 'dca' && runs === 1));
  await world.movePrice('WETH', '2600');
  const sold = await world.agentWhen(agent, 'the stop', ({ strategies }) => strategies.some(({ id, runs }) => id === 'stop' && runs === 1));
  expect(sold.balances[weth] ?? '0').toBe('0');
  const fed = async () => (await world.activity(agent)).map(({ kind, strategyId }) => [kind, strategyId]);
  await waitFor(async () => (await fed())[0]?.[0] === 'protection-end', { what: 'the end of the pause', timeoutMs: 60_000 });
  expect(await fed()).toEqual([
    ['protection-end', null],
    ['protection', null],
    ['trade', 'stop'],
    ['trade', 'dca'],
  ]);
  const kinds = (await world.notificationsWhen(wallet.address, 4)).map(({ kind }) => kind);
  expect(kinds).toEqual(['protection', 'protection', 'fill', 'fill']);
});

// These tests share one service. A wallet whose notifications are counted is therefore used by only one of them.
describe('at constant prices, on a shared service', () => {
  let world: AgentWorld;
  beforeAll(async () => {
    world = await startAgentWorld();
  }, 60_000);
  afterAll(() => world[Symbol.asyncDispose]());

  test('after pause, resume, update and deactivation on chain the agent says what it waits for', async () => {
    const wallet = world.walletOf(2);
    const weth = world.tokenOf('WETH').address.toLowerCase();
    const dca = { id: 'dca', type: 'dca', tokenOut: weth, amount: '10', intervalSeconds: 86_400 };
    const agent = await wallet.open(world.draft([{ ...dca, startAt: Math.floor(Date.now() / 1000) + 86_400 }]), '100');
    const outcome =
      (kind: string) =>
      ({ strategies }: { strategies: readonly { outcome: string | null }[] }) =>
        strategies[0]?.outcome === kind;
    await world.agentWhen(agent, 'waiting', outcome('not-due'));

    expect(await wallet.pause(agent)).toMatchObject({ status: 201, data: { status: 'paused' } });
    expect(await world.walletOf(3).resume(agent)).toMatchObject({ status: 403, errors: { code: 'not-your-agent' } });
    expect(await wallet.resume(agent)).toMatchObject({ status: 201, data: { status: 'active' } });

    const updated = await wallet.update(agent, world.draft([dca]));
    expect(updated).toMatchObject({ status: 201, data: { updatePolicy: { functionName: 'updatePolicy' } } });
    await world.agentWhen(agent, 'the other hash', outcome('policy-hash-mismatch'));
    const why = await world.call('GET', `/operator/actors/autopilot-agent%2F${agent._id}/why`);
    expect(why).toMatchObject({ status: 200, data: { code: 'policy-hash-mismatch', sentence: expect.stringContaining('updatePolicy') } });
    const { updatePolicy } = updated.data as { updatePolicy: { to: `0x${string}`; data: `0x${string}` } };
    await wallet.write('setActive', [BigInt(agent.agentId ?? 0), false]);
    await wallet.mined(updatePolicy);
    await world.agentWhen(agent, 'switched off', outcome('inactive-on-chain'));
    // The agent's first state is older than its link, and the state after its link has an older policy than the vault has now.
    const actor = `/operator/actors/autopilot-agent%2F${agent._id}`;
    const { data: entries } = await world.call('GET', `${actor}/history?limit=100`);
    const linkedAt = v.parse(historySchema, entries).find(({ event }) => event.type === 'LINKED')?.revision;
    const afterRestore = async (revision: number | undefined) =>
      (await world.call('POST', `${actor}/restore`, { revision, dryRun: true })).data as {
        consequences: { code: string; isStandstill: boolean }[];
      };
    expect((await afterRestore(linkedAt)).consequences).toMatchObject([
      { code: 'policy-hash-mismatch', isStandstill: true, sentence: expect.stringContaining('(read now)') },
      { code: 'policy-replaced', isStandstill: false },
    ]);
    expect((await afterRestore(1)).consequences[0]).toMatchObject({ code: 'waiting-for-link', isStandstill: true });
    await wallet.write('setActive', [BigInt(agent.agentId ?? 0), true]);
    const bought = await world.agentWhen(agent, 'the buy', ({ strategies }) => strategies[0]?.runs === 1);
    expect(bought.onChain).toMatchObject({ spentToday: '10000000', active: true });
    // The policy change appears twice in the agent's activity: once when it was recorded, and once when it was mined.
    const kinds = ['pause', 'policy-change', 'policy-change', 'resume', 'set-active', 'set-active', 'trade'];
    expect(await world.kindsWhen(agent, kinds.length)).toEqual(kinds);

    const explained = await world.call('POST', `/defi/autopilot/explain/${CHAIN_ID}/${agent.agentId}`);
    expect(explained).toMatchObject({ status: 200, data: { outcomes: { dca: { kind: 'not-due' } }, trade: null } });
  });

  test('the service keeps within the bounds of an owner and the pause of a guardian, and reports both', async () => {
    const [wallet, guardian] = [world.walletOf(2), world.walletOf(3)];
    const [usdc, weth] = [world.tokenOf('USDC').address.toLowerCase(), world.tokenOf('WETH').address.toLowerCase()];
    const dca = { id: 'dca', type: 'dca', tokenOut: weth, amount: '300', intervalSeconds: 86_400, maxRuns: 1 };
    const startAt = Math.floor(Date.now() / 1000) + 86_400;
    const agent = await wallet.open(world.draft([{ ...dca, startAt }]), '1000');
    const id = BigInt(agent.agentId ?? 0);
    const outcome =
      (strategy: string, kind: string) =>
      ({ strategies }: { strategies: readonly { id: string; outcome: string | null }[] }) =>
        strategies.find((one) => one.id === strategy)?.outcome === kind;

    await wallet.write('setGuardian', [guardian.address]);
    await guardian.write('pauseAgent', [id]);
    const paused = await world.agentWhen(agent, 'the pause', outcome('dca', 'paused-on-chain'));
    expect(paused.onChain).toMatchObject({ active: true, guard: { guardian: guardian.address, pausedBy: guardian.address } });
    const why = await world.call('GET', `/operator/actors/autopilot-agent%2F${agent._id}/why`);
    expect(why).toMatchObject({ data: { code: 'paused-on-chain', sentence: expect.stringContaining('by its guardian') } });

    // The owner's price bound requires more output than any pool can give. So the agent's buy must wait, and no transaction may be sent.
    const bound = (leastOutX36: bigint) => ({ leastOutX36, pool: `0x${'0'.repeat(40)}`, window: 0, maxDeviationBps: 0 });
    await wallet.write('setPriceBound', [id, usdc, weth, bound(10n ** 48n)]);
    const updated = await wallet.update(agent, world.draft([dca]));
    await wallet.mined((updated.data as { updatePolicy: { to: `0x${string}`; data: `0x${string}` } }).updatePolicy);
    await wallet.write('unpauseAgent', [id]);
    await world.agentWhen(agent, 'the bound', outcome('dca', 'owner-price-bound'));
    const shown = await world.call('GET', `/defi/autopilot/${CHAIN_ID}/${agent.agentId}`);
    expect(shown).toMatchObject({
      data: { bounds: [{ token: weth, buy: { leastOutX36: `${10n ** 48n}` } }, {}] },
    });
    const kinds = ['failure', 'owner-bound', 'pause', 'policy-change', 'policy-change', 'resume'];
    expect(await world.kindsWhen(agent, kinds.length)).toEqual(kinds);
  }, 120_000);

  test('a dry run trades with paper money, warns once before its policy ends, and a backtest of the same policy streams to its end', async () => {
    const wallet = world.walletOf(3);
    const usdc = world.tokenOf('USDC').address.toLowerCase();
    const weth = world.tokenOf('WETH').address.toLowerCase();
    const limits = { maxPerTradeUsd: 500, maxPerDayUsd: 1_000, maxTradesPerDay: 20, expiry: Math.floor(Date.now() / 1000) + 86_400 };
    const draft = world.draft([{ id: 'dca', type: 'dca', tokenOut: weth, amount: '30', intervalSeconds: 86_400 }], { paper: true, limits });
    const before = await wallet.balanceOf('USDC');
    const created = await wallet.create(draft, '100');
    expect(created.createAgent).toBeUndefined();
    const [agent] = await world.agentsOf(wallet.address);
    if (agent === undefined) throw new Error('The dry run is not in the list');
    expect(agent).toMatchObject({ _id: created._id, agentId: null, paper: true });
    const bought = await world.agentWhen(agent, 'the buy on paper', ({ strategies }) => strategies[0]?.runs === 1);
    expect(bought.balances[usdc]).toBe('70000000');
    expect(await wallet.balanceOf('USDC')).toBe(before);
    const shown = await world.call('GET', `/operator/actors/autopilot-agent%2F${agent._id}/details`);
    expect(shown).toMatchObject({ data: { domain: { fills: [{ side: 'buy', given: { amount: '30000000' }, txHash: null }] } } });

    const warned = await world.agentWhen(agent, 'the next look', ({ strategies }) => strategies[0]?.outcome === 'not-due');
    expect(warned.phase).toBe('watching');
    const notified = await world.notificationsWhen(wallet.address, 2);
    expect(notified.map(({ kind }) => kind).sort()).toEqual(['expiry-warning', 'fill']);

    const rows = Array.from({ length: 2_000 }, (_, minute) => `${1_735_689_600 + minute * 60},1,${(3_000 + minute / 10).toFixed(2)}`);
    const body = { policy: { ...draft, wallet: wallet.address }, prices: ['time,USDC,WETH', ...rows].join('\n'), budget: '100' };
    const headers = { 'content-type': 'application/json' };
    const stream = await fetch(`${world.service.url}/defi/autopilot/backtest`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(stream.headers.get('content-type')).toStartWith('text/event-stream');
    const [, end = ''] = /event: end\ndata: (.*)\n/.exec(await stream.text()) ?? [];
    expect(JSON.parse(end)).toMatchObject({ summary: { points: 2_000, buys: 2 }, trades: [{ side: 'buy', amountIn: '30000000' }, {}] });
  });

  test('a token that takes a fee is too unsafe to buy, and the wallet is notified once', async () => {
    const wallet = world.walletOf(4);
    const fee = world.tokenOf('FEE').address.toLowerCase();
    const usdc = world.tokenOf('USDC').address;
    const draft = world.draft([{ id: 'dca', type: 'dca', tokenOut: fee, amount: '10', intervalSeconds: 60 }], {
      allowTokens: [usdc, fee],
      safety: { minTokenScore: 90 },
    });
    const agent = await wallet.open(draft, '50');
    const held = await world.agentWhen(agent, 'the block', ({ strategies }) => strategies[0]?.outcome === 'unsafe-token');
    expect(held.onChain).toMatchObject({ tradesToday: 0 });
    const explained = await world.call('POST', `/defi/autopilot/explain/${CHAIN_ID}/${agent.agentId}`);
    expect(explained).toMatchObject({ data: { outcomes: { dca: { kind: 'unsafe-token', numbers: { minTokenScore: '90' } } } } });
    // The notification about the failed safety check is created once. Later ticks without a change must not create another one.
    expect(await world.notificationsWhen(wallet.address, 1)).toMatchObject([{ kind: 'safety-block', read: false }]);
  });

  test('a token that takes a fee is warned of, and not bought even where any score will do', async () => {
    const wallet = world.walletOf(2);
    const fee = world.tokenOf('FEE').address.toLowerCase();
    const usdc = world.tokenOf('USDC').address;
    const draft = world.draft([{ id: 'dca', type: 'dca', tokenOut: fee, amount: '10', intervalSeconds: 60 }], {
      allowTokens: [usdc, fee],
      safety: { minTokenScore: 0 },
    });
    const preview = await world.call('POST', '/defi/autopilot/preview', { policyDraft: { ...draft, wallet: wallet.address } });
    expect(preview).toMatchObject({ data: { feeBps: 0, warnings: [{ path: 'allowTokens.1', code: 'fee-on-transfer' }] } });
    const refused = await world.call('POST', '/defi/autopilot/preview', { policyDraft: { ...draft, version: 2 }, depositAmount: '1e5' });
    const paths = ['body.depositAmount', 'body.policyDraft.version', 'body.policyDraft.wallet'].map((path) =>
      expect.objectContaining({ path }),
    );
    expect(refused).toMatchObject({ status: 400, errors: { code: 'invalid-policy', problems: expect.arrayContaining(paths) } });
    const agent = await wallet.open(draft, '50');
    const held = await world.agentWhen(agent, 'the skip', ({ lastFailure }) =>
      /takes a fee of 2 % on each transfer/.test(JSON.stringify(lastFailure)),
    );
    expect(held.onChain).toMatchObject({ tradesToday: 0 });
  });

  test("deposits and withdrawals of the owner are soon in the agent's record, though nothing else steps it", async () => {
    const wallet = world.walletOf(4);
    const usdc = world.tokenOf('USDC');
    const agent = await wallet.open(world.draft([]), '50');
    const token = usdc.address.toLowerCase();
    await world.agentWhen(agent, 'the first look', ({ balances }) => balances[token] === '50000000');
    await wallet.approve('USDC', world.vault, 7_000_000n);
    await wallet.write('deposit', [BigInt(agent.agentId ?? 0), usdc.address, 7_000_000n]);
    await world.agentWhen(agent, 'the deposit', ({ balances }) => balances[token] === '57000000');
    await wallet.write('withdraw', [BigInt(agent.agentId ?? 0), usdc.address, 57_000_000n]);
    await world.agentWhen(agent, 'the withdrawal', ({ balances }) => (balances[token] ?? '0') === '0');
    expect(await world.kindsWhen(agent, 2)).toEqual(['deposit', 'withdrawal']);
    const [withdrawal] = await world.activity(agent);
    expect(withdrawal).toMatchObject({ kind: 'withdrawal', reason: 'The owner withdrew 57 USDC.', token, amount: '57000000' });
    // A sync adds one entry to the agent's activity for a new state of the vault. Further syncs of the same state must not add entries,
    // however many clients request.
    for (let i = 0; i < 2; i += 1) await world.call('POST', `/defi/autopilot/sync/${CHAIN_ID}/${agent.agentId}`);
    expect(await world.kindsWhen(agent, 3)).toEqual(['deposit', 'sync', 'withdrawal']);
  });
});
