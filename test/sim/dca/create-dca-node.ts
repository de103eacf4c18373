import { createDcaActors } from '../../../actors/dca.ts';
import { tellPosition } from '../../../actors/dca-batch/tell-position.ts';
import { createDcaPositions } from '../../../actors/dca-position/positions-client.ts';
import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects } from '../../../actors/transaction-sender/effects.ts';
import { createBatchCall } from '../../../src/features/dca/batch-call.ts';
import { createChainHeads } from '../../../src/features/dca/chain-heads.ts';
import { createDcaService, type DcaService } from '../../../src/features/dca/create-dca-service.ts';
import type { DcaDeployments } from '../../../src/features/dca/dca-deployments.ts';
import type { DcaPositions } from '../../../src/features/dca/dca-positions.ts';
import { createDeferredEvents } from '../../../src/features/dca/deferred-events.ts';
import { createReadFinality } from '../../../src/features/dca/fill-finality.ts';
import { createFillRepository, type DcaFill, type FillRepository } from '../../../src/features/dca/fill-repository.ts';
import { createFollowVault } from '../../../src/features/dca/follow-vault.ts';
import { createFollowVaults } from '../../../src/features/dca/follow-vaults.ts';
import { createLinkRepository } from '../../../src/features/dca/link-repository.ts';
import { createLookAtPosition, listFinishedPositions } from '../../../src/features/dca/look-at-position.ts';
import { createPlanOrder } from '../../../src/features/dca/plan-order.ts';
import { createPositionFacts } from '../../../src/features/dca/position-facts.ts';
import { createRecordOutcome } from '../../../src/features/dca/record-outcome.ts';
import { createSeenBlocks } from '../../../src/market/deferred/seen-blocks.ts';
import { createWatchForks } from '../../../src/market/deferred/watch-forks.ts';
import { createNetworks } from '../../../src/market/networks/create-networks.ts';
import type { Prices } from '../../../src/market/prices/create-prices.ts';
import type { RoutePlanner } from '../../../src/market/routes/create-route-planner.ts';
import { createTokens } from '../../../src/market/tokens/create-tokens.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import type { RecordStore } from '../../../src/platform/store/record-store.ts';
import type { ActorClient } from '../../../src/runtime/define/client.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import { createTestSystem, type TestSystem } from '../../../src/test-kit/create-test-system.ts';
import { parseAddress } from '../../../src/values/address.ts';
import type { Clock } from '../../../src/values/clock.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { parseRational } from '../../../src/values/rational.ts';
import { createBroadcastBeforeStoreEffects } from '../../support/broadcast-before-store.ts';
import { freeGas, priceGasAt3000 } from '../../support/free-gas.ts';
import { noFees } from '../../support/no-fees.ts';
import { ownRoutes } from '../../support/own-routes.ts';
import { VAULT } from './sim-chain.ts';
import { CHAIN_ID, CONFIRMATIONS, createSimRpc, EXECUTOR, type SimRpcDeps } from './sim-rpc.ts';
import { UNITS_PER_UNIT } from './vault-model.ts';

/** Ways to break the simulated service on purpose. The simulation must detect each of them; otherwise it would prove nothing. */
export type DcaBreakage = 'broadcast-before-store' | 'fill-is-not-written' | 'reorg-is-ignored';

export type DcaNode = {
  readonly system: TestSystem;
  readonly service: DcaService;
  readonly positions: DcaPositions;
  readonly fills: FillRepository;
};

export type DcaNodeDeps = Omit<SimRpcDeps, 'pause'> & {
  readonly store: ActorStore;
  readonly records: RecordStore;
  readonly seed: number;
  readonly startMs: number;
  readonly broken: DcaBreakage | undefined;
  /** Whether the node is the only one on its store, so that it gathers orders itself. */
  readonly isAlone?: boolean;
};

export const [FROM_TOKEN, TO_TOKEN] = [parseAddress(`0x${'f0'.repeat(20)}`), parseAddress(`0x${'70'.repeat(20)}`)];
const ROUTER = parseAddress(`0x${'a0'.repeat(20)}`);

/** Creates one process of the service: the real actors and services of DCA on a simulated chain. */
export function createDcaNode(deps: DcaNodeDeps): DcaNode {
  const { store, records, random, trouble, seed, startMs, broken, isAlone = false, confirmations = CONFIRMATIONS } = deps;
  const clock: Clock = { now: () => (system === undefined ? startMs : system.time.clock.now()) };
  const pause = (ms: number) => new Promise<void>((resolve) => void running().time.timers.after(ms, resolve));
  const { chains, signers, vaultAt } = createSimRpc({ ...deps, pause });
  // The actors need a client of the actor system that contains them, and that system is created later; so the calls are forwarded.
  const client: ActorClient = {
    of: (definition, key) => running().system().of(definition, key),
    send: (id, event, options) => running().system().send(id, event, options),
    list: (definition, query) => running().system().list(definition, query),
  };
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  const tokens = createTokens({ records, clock });
  const deployments: DcaDeployments = {
    of: async () => ({ vault: VAULT, confirmations, firstBlock: 0 }),
    executorOf: () => EXECUTOR,
  };
  const prices = dollarEach(clock);
  const routes = createRoutes(random, trouble);
  const fees = noFees;
  const minOrderUsd = parseRational('1');
  const links = createLinkRepository({ records, clock });
  const fills = brokenFills(createFillRepository({ records }), broken);
  const positions = createDcaPositions({ actors: client });
  const deferred = createDeferredEvents({
    ...{ records, clock, log: silentLog },
    tell: (actorId, event, eventId) => tellPosition(client, actorId, event, eventId),
  });
  const seen = createSeenBlocks({ records, clock, confirmationsOf: () => confirmations, follow: async () => true });
  const followVault = createFollowVaults({
    hasOrders: async () => true,
    followVault: createFollowVault({ records, clock, deployments, vaultAt, links, fills, positions, tokens, deferred }),
    followAgents: async () => ({ head: null, isCaughtUp: true }),
    watchForks: createWatchForks({
      ...{ records, clock, chains, seen, log: silentLog },
      handlers: new Map([['dca-position', createLookAtPosition({ links, positions })] as const]),
      oldEnds: new Map([['dca-position', listFinishedPositions(positions)] as const]),
    }),
    log: silentLog,
  });
  const createSender = broken === 'broadcast-before-store' ? createBroadcastBeforeStoreEffects : createTransactionSenderEffects;
  const sender = createSender({ chains, signers, looks: 10, pause });
  let system: TestSystem | undefined;
  const running = (): TestSystem => {
    if (system === undefined) throw new Error('the system is not there yet');
    return system;
  };

  system = createTestSystem({
    actors: [
      implementActor(transactionSender, { effects: sender }),
      ...createDcaActors({
        planOrder: createPlanOrder({ deployments, vaultAt, routes: ownRoutes(routes), fees, tokens, prices, clock, minOrderUsd }),
        gas: freeGas,
        makeBatchCall: createBatchCall({ deployments, vaultAt, clock }),
        recordOutcome: createRecordOutcome({ vaultAt, fills, gas: freeGas, priceGas: priceGasAt3000 }),
        followVault,
        positionFacts: createPositionFacts({ vaultAt, seen, log: silentLog }),
        chainHeads: createChainHeads({ deployments, vaultAt, log: silentLog, pausesMs: [] }),
        ...{ links, deployments, deferred },
        alone: isAlone ? { after: (delayMs, callback) => running().time.timers.after(delayMs, callback) } : undefined,
      }),
    ],
    store,
    seed,
    startMs,
    wakeEveryMs: 2_000,
    maxResidents: 20,
  });
  const ids = () => uuidOf(random);
  const service = createDcaService({
    ...{ networks, tokens, prices, fees, positions, links, fills, ids, log: silentLog, minOrderUsd },
    readFinality: createReadFinality({ records, networks }),
    newPositionFee: async () => null,
  });
  return { system, service, positions, fills };
}

/** Writes the Network record and the two tokens, which in a real service an operator enters before the first start. */
export async function seedRecords(records: RecordStore, clock: Clock): Promise<void> {
  const settings = { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } };
  await createNetworks({ records, settings }).seed();
  const token = { chainId: CHAIN_ID, decimals: 6, logoURI: '' };
  await createTokens({ records, clock }).addMissing([
    { ...token, address: FROM_TOKEN, symbol: 'FROM', name: 'From' },
    { ...token, address: TO_TOKEN, symbol: 'TO', name: 'To', decimals: 18 },
  ]);
}

function createRoutes(random: () => number, trouble: () => number): RoutePlanner {
  let asked = 0;
  return {
    async plan({ chainId, tokenIn, tokenOut, amountIn }) {
      if (random() < trouble() * 0.1) return { ok: false, reason: 'no-route', detail: 'no pool' };
      if (random() < trouble() * 0.2) throw new RetryableError({ code: 'route-unavailable', message: 'no source answered' });
      asked += 1;
      const amountOut = amountIn * UNITS_PER_UNIT;
      const data = `0x${asked.toString(16).padStart(8, '0')}` as const;
      const route = { source: 'simulated', chainId, tokenIn, tokenOut, amountIn, amountOut, amountOutMinimum: (amountOut * 99n) / 100n };
      const reference = { kind: 'pool-average' as const, amountOut: amountOut.toString(), overSeconds: 600 };
      return {
        ok: true,
        route: { ...route, target: ROUTER, spender: ROUTER, data, hops: [], gasEstimate: 90_000n },
        reference,
        worseBps: 0,
      };
    },
  };
}

function dollarEach(clock: Clock): Prices {
  const price = () => ({ price: { usd: '1', atMs: clock.now(), source: 'simulated' }, reason: null });
  return {
    priceOf: async () => price(),
    pricesOf: async (tokens) => new Map(tokens.map(({ chainId, address }) => [`${chainId}:${address}`, price()])),
    failures: () => ({}),
  };
}

function brokenFills(fills: FillRepository, broken: DcaBreakage | undefined): FillRepository {
  if (broken === 'reorg-is-ignored') {
    const isThere = async ({ wallet, positionId, txHash }: DcaFill) =>
      (await fills.listOf({ wallet, positionId, limit: 200 })).some((fill) => fill.txHash === txHash);
    return { ...fills, takeBack: async () => {}, record: async (fill) => !(await isThere(fill)) && fills.record(fill) };
  }
  if (broken !== 'fill-is-not-written') return fills;
  return {
    ...fills,
    // Drops certain writes but reports success. The writes are selected by content and not by count: a fill is written more than once, so a
    // count could always select a repetition, whose loss does no harm.
    record: async (fill) => (fill.orderIndex === 1 ? true : fills.record(fill)),
  };
}

/** Creates UUIDs of version 4 that are the same for the same seed. */
function uuidOf(random: () => number): string {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`;
}
