import { createAutopilotActors } from '../../../actors/autopilot.ts';
import { tradeBatch } from '../../../actors/trade-batch/actor.ts';
import { createTradeBatchEffects } from '../../../actors/trade-batch/effects.ts';
import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects } from '../../../actors/transaction-sender/effects.ts';
import { createActivityRepository } from '../../../src/features/autopilot/activity-repository.ts';
import type { PlanAgentTrade } from '../../../src/features/autopilot/plan-within-gas.ts';
import { createReconcileTrades } from '../../../src/features/autopilot/reconcile-trades.ts';
import { createRecordTrade } from '../../../src/features/autopilot/record-trade.ts';
import { createSettleTrades } from '../../../src/features/autopilot/settle-trades.ts';
import { createTradeRepository } from '../../../src/features/autopilot/trade-repository.ts';
import { createTradesCall } from '../../../src/features/autopilot/trades-call.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import type { RecordStore } from '../../../src/platform/store/record-store.ts';
import type { ActorClient } from '../../../src/runtime/define/client.ts';
import type { FactSource } from '../../../src/runtime/define/definition.ts';
import { type ImplementedActor, implementActor } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import { createTestSystem, type TestSystem } from '../../../src/test-kit/create-test-system.ts';
import { parseAgentFactKey } from '../../../src/values/autopilot/fact-keys.ts';
import { toBaseUnits } from '../../../src/values/base-units.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { freeGas, priceGasAt3000 } from '../../support/free-gas.ts';
import { hashOf } from '../dca/call-bytes.ts';
import { VAULT } from '../dca/sim-chain.ts';
import { createSimRpc, EXECUTOR, type SimRpcDeps } from '../dca/sim-rpc.ts';
import { agentAt, POLICY_HASH } from './sim-agents.ts';

/** Ways to break the batches of trades on purpose. The simulation must detect each of them; otherwise it would prove nothing. */
export type TradesBreakage = 'handed-over-twice' | 'outcome-is-not-told';

export type TradesNodeDeps = Omit<SimRpcDeps, 'pause'> & {
  readonly store: ActorStore;
  readonly records: RecordStore;
  readonly seed: number;
  readonly startMs: number;
  readonly maxInFlight: number;
  readonly broken: TradesBreakage | undefined;
};

/**
 * Creates one process of the service: the real agents, batches and sender on a simulated chain. In this test, routes are either always
 * found or never.
 */
export function createTradesNode(deps: TradesNodeDeps): TestSystem {
  const { store, records, random, trouble, seed, startMs, maxInFlight, broken, chain } = deps;
  let system: TestSystem | undefined;
  const running = (): TestSystem => {
    if (system === undefined) throw new Error('the system is not there yet');
    return system;
  };
  const pause = (ms: number) => new Promise<void>((resolve) => void running().time.timers.after(ms, resolve));
  const { chains, signers, tradeVaultAt: vaultAt } = createSimRpc({ ...deps, pause });
  const client: ActorClient = {
    of: (definition, key) => running().system().of(definition, key),
    send: (id, event, options) => running().system().send(id, event, options),
    list: (definition, query) => running().system().list(definition, query),
  };
  const deployments = { vaultOf: async () => VAULT, executorOf: () => EXECUTOR };
  const trades = createTradeRepository({ records });
  const hashText = (text: string) => hashOf(text);

  const planTrade: PlanAgentTrade = async ({ link, trade: { tradeId, intent }, policyHash = POLICY_HASH }) => {
    if (random() < trouble() * 0.2) throw new RetryableError({ code: 'route-unavailable', message: 'no source answered' });
    if (random() < trouble() * 0.1) return { kind: 'skipped', skip: 'no-route', detail: 'no pool' };
    const swap = { tokenIn: intent.tokenIn, tokenOut: intent.tokenOut, amountIn: intent.amountIn, amountOutMin: toBaseUnits(1n) };
    const call = { agentId: link.agentId, tradeId: hashText(tradeId), target: VAULT, spender: VAULT, data: '0xab', policyHash };
    const batched = { vault: VAULT, trade: { ...swap, ...call, gasLimit: '300000' } };
    const deadlineSec = Math.max(chain.head().timeSec, Math.floor(running().time.clock.now() / 1_000)) + 300;
    const plan = { executor: EXECUTOR, batched, deadlineSec, amountOutMin: toBaseUnits(1n) };
    return { kind: 'planned', plan, cost: { gas: 230_000n } };
  };
  const facts: FactSource = async (keys, { atMs }) =>
    new Map(
      keys.flatMap((key): [string, unknown][] => {
        const wanted = parseAgentFactKey(key);
        if (wanted?.kind === 'vault') return [[key, VAULT]];
        if (wanted?.kind === 'agent') return [[key, agentAt(wanted.agentId, chain.head().timeSec)]];
        return wanted?.kind === 'price'
          ? [[key, { kind: 'price', usd: '1', atMs, source: 'simulated', isTrusted: true, doubt: null }]]
          : [];
      }),
    );
  const paying = { gas: freeGas, priceGas: priceGasAt3000 };
  const batchDeps = { makeTradesCall: createTradesCall({ vaultAt }), settleTrades: createSettleTrades({ vaultAt, trades, ...paying }) };
  const recording = { vaultAt, trades, hashText, ...paying, seen: { note: async () => {} }, log: silentLog };
  const actors = createAutopilotActors({
    ...{ ...batchDeps, deployments, planTrade, trades, facts, actors: client, topicValues: async () => new Map() },
    activity: { paperTradesOf: async () => [] },
    quoteTrade: async () => ({ kind: 'skipped', skip: 'no-route', detail: 'no dry runs' }),
    series: { points: async () => [] },
    ...{ tellFill: async () => {}, tellNotes: async () => {} },
    recordTrade: createRecordTrade({
      ...{ ...recording, tellFill: async () => {}, activity: createActivityRepository({ records }) },
      notifications: { add: async () => true },
    }),
    reconcileTrades: createReconcileTrades({ vaultAt, deployments, trades, hashText }),
  });
  const sender = createTransactionSenderEffects({ chains, signers, pause, looks: 10, maxInFlight });
  system = createTestSystem({
    actors: [implementActor(transactionSender, { effects: sender }), ...actors.map((actor) => brokenBy(actor, broken, batchDeps))],
    ...{ store, seed, startMs, wakeEveryMs: 2_000 },
  });
  return system;
}

function brokenBy(
  actor: ImplementedActor,
  broken: TradesBreakage | undefined,
  deps: Parameters<typeof createTradeBatchEffects>[0],
): ImplementedActor {
  if (broken === undefined || actor.definition.type !== tradeBatch.type) return actor;
  const effects = createTradeBatchEffects(deps);
  if (broken === 'handed-over-twice') {
    const { run } = effects.handOver;
    return implementActor(tradeBatch, {
      effects: {
        ...effects,
        handOver: {
          async run(params, context) {
            const other = params.laneKey.endsWith('/32') ? params.laneKey : params.laneKey.replace(/[0-9]+$/, '32');
            await run({ ...params, laneKey: other }, { ...context, key: `${context.key}/other` });
            return await run(params, context);
          },
        },
      },
    });
  }
  const { run } = effects.recordOutcome;
  return implementActor(tradeBatch, {
    effects: {
      ...effects,
      recordOutcome: {
        run: (params, context) => run({ ...params, batch: { ...params.batch, items: params.batch.items.slice(1) } }, context),
      },
    },
  });
}
