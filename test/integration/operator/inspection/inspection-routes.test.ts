import { expect, test } from 'bun:test';
import { autopilotAgent } from '../../../../actors/autopilot-agent/actor.ts';
import { createAgentSource } from '../../../../actors/autopilot-agent/inspection-source.ts';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { createPositionSource } from '../../../../actors/dca-position/inspection-source.ts';
import { firstEngineState } from '../../../../machines/autopilot-agent/first-engine-state.ts';
import { actorDefinitions } from '../../../../src/app/registry.ts';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import { createFillRepository } from '../../../../src/features/dca/fill-repository.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { createActorDetails } from '../../../../src/operator/inspection/create-actor-details.ts';
import { createSummaries } from '../../../../src/operator/inspection/create-summaries.ts';
import { createInspectionRoutes } from '../../../../src/operator/routes/inspection-routes.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { actorWithoutEffects, type ImplementedActor } from '../../../../src/runtime/define/implement-actor.ts';
import { createExplainActors } from '../../../../src/runtime/operator/explain-actors.ts';
import { createInspectActors } from '../../../../src/runtime/operator/inspect-actors.ts';
import { createSummarize } from '../../../../src/runtime/operator/summarize-actors.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { asAddress, asHash, asUnits } from '../../../support/branded.ts';
import { readEnvelope } from '../../http/read-envelope.ts';
import { startTestServer } from '../../http/start-test-server.ts';

const CHAIN_ID = 1;
const HOUR_MS = 3_600_000;
const [wallet, usdc, weth, vault] = ['aa', 'b1', 'c1', 'f1'].map((digits) => parseAddress(`0x${digits.repeat(20)}`));
if (wallet === undefined || usdc === undefined || weth === undefined || vault === undefined) throw new Error('An address is missing');
const place = { wallet, usdc, weth, vault };
const TX = asHash(`0x${'01'.repeat(32)}`);

/** Starts a node with one agent and one DCA position in real repositories. The test provides prices and receipts. */
async function startNode(options: { readonly pricesFail?: boolean } = {}) {
  const implemented = actorDefinitions.map((definition) => actorWithoutEffects(definition));
  const test = createTestSystem({ actors: implemented });
  const { clock } = test.time;
  const startMs = clock.now();
  const records = createMemoryRecordStore({ clock });
  const [trades, fills, tokens] = [createTradeRepository({ records }), createFillRepository({ records }), createTokens({ records, clock })];
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  await networks.seed();
  for (const [address, symbol, decimals] of [
    [place.usdc, 'USDC', 6],
    [place.weth, 'WETH', 18],
  ] as const) {
    await tokens.put({ address, chainId: CHAIN_ID, symbol, decimals, name: symbol, logoURI: '' });
  }
  const actors = test.system();
  const policy = {
    version: 1,
    wallet: place.wallet,
    chainId: CHAIN_ID,
    budgetToken: place.usdc,
    allowTokens: [place.usdc, place.weth],
    limits: { maxPerTradeUsd: 50, maxPerDayUsd: 200, maxTradesPerDay: 10, expiry: startMs / 1_000 + 30 * 86_400 },
    safety: { minTokenScore: 0 },
    slippageBps: 100,
    strategies: [{ id: 'dca', type: 'dca', tokenOut: place.weth, amount: asUnits('10'), intervalSeconds: 3_600 }],
  } as const;
  const counted = { [place.usdc]: { symbol: 'USDC', decimals: 6 }, [place.weth]: { symbol: 'WETH', decimals: 18 } };
  await actors.of(autopilotAgent, 'a1').create({
    recordId: 'a1',
    policyHash: asHash('0x01'),
    policySignature: '0x02',
    limits: { maxPerTrade: asUnits('50000000'), maxPerDay: asUnits('200000000'), maxTradesPerDay: 10, expirySec: policy.limits.expiry },
    engineState: firstEngineState(policy, counted, startMs),
    paperBudget: null,
  });
  const intent = {
    strategyId: 'dca',
    side: 'buy',
    tokenIn: place.usdc,
    tokenOut: place.weth,
    amountIn: asUnits('10000000'),
    reason: 'Run 1.',
  } as const;
  await trades.open('a1', { tradeId: 't1', intent, startedAtMs: startMs }, { executor: asAddress('0xe'), deadlineSec: 1 });
  const fill = { amountIn: asUnits('10000000'), amountOut: asUnits('3000000000000000'), blockTimeSec: startMs / 1_000 };
  await trades.close('t1', { state: 'filled', fill, txHash: TX, reason: null });

  const terms = {
    wallet: place.wallet,
    chainId: CHAIN_ID,
    fromToken: place.usdc,
    toToken: place.weth,
    fromDecimals: 6,
    toDecimals: 18,
    amountBaseUnits: asUnits('30000000'),
    frequency: 3,
    durationSec: 3 * 3_600,
  };
  await actors.of(dcaPosition, 'd1').create({ recordId: 'd1', terms, isAutoBuy: true, timeFrame: null, isAdopted: false });
  await actors.of(dcaPosition, 'd1').ask({ type: 'LINKED', link: { vault: place.vault, positionId: 7 } });
  await fills.record({
    ...{
      chainId: CHAIN_ID,
      wallet: place.wallet,
      vault: place.vault,
      positionId: 7,
      txHash: asHash(TX),
      orderIndex: 0,
      blockNumber: 5,
      blockHash: asHash('0xb'),
    },
    ...{ fromToken: place.usdc, toToken: place.weth, amountIn: asUnits('10000000'), amountOut: asUnits('3'), executedAtMs: startMs },
  });

  const summarize = createSummarize({ actors: implemented, clock, tickEveryMs: 60_000, pauseOf: () => null });
  const explain = createExplainActors({
    actors: implemented,
    store: test.store,
    clock,
    timers: test.time.timers,
    tickEveryMs: 60_000,
    pauseOf: (type) => (type === 'dca-position' ? { type, by: 'ada', reason: 'the vault moves', atMs: startMs } : null),
  });
  const details = createActorDetails({
    ...{ tokens, networks, clock },
    profitSections: async ({ recordId }) => [{ kind: 'facts', title: `Profit of ${recordId}`, facts: [] }],
    titles: createSummaries({ summarize, outages: async () => [], store: test.store, tokens }).titles,
    actors: createInspectActors({ actors: implemented.map(withSource), store: test.store, clock, factsOf: explain.factsOf }),
    viewOf: async () => ({ shown: true }),
    readTransaction: async () => ({ status: 'mined', nonce: 4, blockNumber: 5, gasUsed: '21000' }),
  });

  function withSource(actor: ImplementedActor): ImplementedActor {
    const executorOf = () => asAddress('0xE1');
    const series = {
      async points() {
        if (options.pricesFail === true) throw new Error('The price series is away.');
        return Array.from({ length: 1_000 }, (_, index) => ({ atMs: startMs + index, usd: `${3_000 + index}`, highUsd: '0' }));
      },
    };
    if (actor.definition.type === autopilotAgent.type)
      return {
        ...actor,
        inspection: createAgentSource({
          trades,
          activity: { paperTradesOf: async () => [] },
          series,
          executorOf,
          batchOf: async () => null,
        }),
      };
    if (actor.definition.type !== dcaPosition.type) return actor;
    return { ...actor, inspection: createPositionSource({ fills, executorOf, batchOf: async () => null }) };
  }

  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  const server = startTestServer({
    resources: [
      createInspectionRoutes({
        suggest: async () => ({ actors: [], isMore: false }),
        titles: async () => [],
        why: explain.why,
        details,
        auth,
      }),
    ],
  });
  const get = async (path: string) => {
    const { status, data, errors } = await readEnvelope(
      await server.get(`/api/operator/actors/${path}`, { headers: { authorization: 'Bearer sesame' } }),
    );
    return { status, data, code: errors?.code };
  };
  return { get, startMs, [Symbol.asyncDispose]: () => server.stop(0) };
}

test('an agent is shown with its strategies, limits, prices, fills and transactions', async () => {
  await using node = await startNode();
  const { status, data } = await node.get('autopilot-agent%2Fa1/details');
  expect(status).toBe(200);
  expect(data.missing).toEqual([]);
  expect(data.tokens).toContainEqual({ chainId: CHAIN_ID, address: place.usdc, symbol: 'USDC', decimals: 6 });
  expect(data.amounts).toContainEqual({ path: 'limits.maxPerTrade', chainId: CHAIN_ID, token: place.usdc });
  expect(data.related).toEqual([
    { id: `trade-batch/${CHAIN_ID}/0xe1`, relation: "collects the agent's trades into batches" },
    { id: `transaction-sender/${CHAIN_ID}/0xe1`, relation: "sends the agent's transactions" },
  ]);
  expect(data.transactions).toMatchObject([
    { hash: TX, status: 'mined', nonce: 4, gasUsed: '21000', what: 'dca: Run 1.', url: `https://etherscan.io/tx/${TX}` },
  ]);
  expect(data.domain).toMatchObject({
    kind: 'agent',
    phase: 'unlinked',
    strategies: [{ id: 'dca', type: 'dca', runs: 0 }],
    fills: [{ side: 'buy', strategyId: 'dca', got: { amount: asUnits('3000000000000000'), token: place.weth } }],
  });
  expect(data.domain.limits.map(({ name, share }: { name: string; share: number }) => [name, share])).toContainEqual([
    'Largest single buy of a strategy',
    0.2,
  ]);
  expect(data.sections.map(({ kind, title }: { kind: string; title: string }) => [kind, title])).toEqual([
    ['table', 'Strategies'],
    ['bars', 'Limits'],
    ['series', 'Price of WETH'],
    ['table', 'Fills'],
  ]);
  expect(data.sections[2].marks).toMatchObject([
    { points: 'up', text: [{ text: 'bought' }, { kind: 'amount', token: place.weth }, {}, {}, {}] },
  ]);
  expect(data.domain.series).toHaveLength(1);
  expect(data.domain.series[0].points.length).toBeLessThanOrEqual(300);
});

test('a source that fails is a sentence, and the rest is shown', async () => {
  await using node = await startNode({ pricesFail: true });
  const { status, data } = await node.get('autopilot-agent%2Fa1/details');
  expect(status).toBe(200);
  expect(data.missing).toEqual([`Prices of ${place.weth} could not be loaded: The price series is away.`]);
  expect(data.domain).toMatchObject({ kind: 'agent', series: [], fills: [{ side: 'buy' }] });
});

test('a position is shown with the fills of its own vault, and the reason for a pause names who paused its type', async () => {
  await using node = await startNode();
  const { data } = await node.get('dca-position%2Fd1/details');
  expect(data.missing).toEqual([]);
  expect(data.domain).toMatchObject({ kind: 'dca', total: 3, perOrder: { amount: asUnits('10000000'), token: place.usdc } });
  expect(data.sections).toMatchObject([{ kind: 'steps', title: 'Schedule', steps: [], empty: expect.stringContaining('deposit') }]);
  // The bought token (WETH) is not yet in the actor's context, only in its sections. The reply must contain the token's symbol and decimals
  // all the same.
  expect(data.tokens).toContainEqual({ chainId: CHAIN_ID, address: place.weth, symbol: 'WETH', decimals: 18 });
  expect(data.transactions).toMatchObject([{ hash: TX, what: 'Order 1', blockNumber: 5 }]);
  expect(data.related.map(({ id }: { id: string }) => id)).toContain(`dca-batch/${CHAIN_ID}`);
  const why = await node.get('dca-position%2Fd1/why');
  expect(why.data).toMatchObject({ code: 'type-paused', tone: 'warn', nextAtMs: null });
  expect(why.data.details.join(' ')).toContain('for the first time at its next regular check');
});

test('the reason why an agent does nothing, and an unknown actor', async () => {
  await using node = await startNode();
  const { data } = await node.get('autopilot-agent%2Fa1/why');
  expect(data.code).toBe('waiting-for-link');
  // The policy expires in 30 days. The agent must wake next two days before that, to warn its owner.
  expect(data.nextAtMs).toBe(node.startMs + 28 * 24 * HOUR_MS);
  expect(data.next.map(({ event }: { event: string }) => event)).toContain('PAUSE');
  for (const view of ['why', 'details']) {
    expect(await node.get(`autopilot-agent%2Fnobody/${view}`)).toMatchObject({ status: 404, code: 'actor-not-found' });
    expect(await node.get(`unheard-of%2Fa/${view}`)).toMatchObject({ status: 404 });
    expect(await node.get(`nonsense/${view}`)).toMatchObject({ status: 400 });
  }
});
