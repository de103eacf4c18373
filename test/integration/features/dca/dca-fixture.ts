import type { AnyElysia } from 'elysia';
import { createDcaActors } from '../../../../actors/dca.ts';
import { dcaBatch, orderGatherer } from '../../../../actors/dca-batch/actor.ts';
import { tellPosition } from '../../../../actors/dca-batch/tell-position.ts';
import { dcaPosition } from '../../../../actors/dca-position/actor.ts';
import { createDcaPositions } from '../../../../actors/dca-position/positions-client.ts';
import { transactionSender } from '../../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects } from '../../../../actors/transaction-sender/effects.ts';
import { vaultFollower } from '../../../../actors/vault-follower/actor.ts';
import type { DevnetAccount } from '../../../../src/devnet/devnet-accounts.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { createBatchCall } from '../../../../src/features/dca/batch-call.ts';
import { createChainHeads } from '../../../../src/features/dca/chain-heads.ts';
import { createDcaService } from '../../../../src/features/dca/create-dca-service.ts';
import type { DcaDeployments } from '../../../../src/features/dca/dca-deployments.ts';
import { createDeferredEvents } from '../../../../src/features/dca/deferred-events.ts';
import { createReadFinality } from '../../../../src/features/dca/fill-finality.ts';
import { createFillRepository } from '../../../../src/features/dca/fill-repository.ts';
import { createGapFinder } from '../../../../src/features/dca/find-gaps.ts';
import { createFollowVault } from '../../../../src/features/dca/follow-vault.ts';
import { createFollowVaults } from '../../../../src/features/dca/follow-vaults.ts';
import { createLinkRepository, DCA_WAITING_RECORDS } from '../../../../src/features/dca/link-repository.ts';
import { createLookAtPosition, listFinishedPositions } from '../../../../src/features/dca/look-at-position.ts';
import { withMergedFields } from '../../../../src/features/dca/merged-fields.ts';
import { createPlanOrder } from '../../../../src/features/dca/plan-order.ts';
import { createPositionFacts } from '../../../../src/features/dca/position-facts.ts';
import { createRecordOutcome } from '../../../../src/features/dca/record-outcome.ts';
import { createDcaRoutes } from '../../../../src/features/dca/routes/dca-routes.ts';
import { onChainProviders } from '../../../../src/features/quotes/on-chain-providers.ts';
import type { RegisteredProvider } from '../../../../src/features/quotes/registry.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { chooseExecutor } from '../../../../src/market/chains/choose-executor.ts';
import { createSeenBlocks } from '../../../../src/market/deferred/seen-blocks.ts';
import { createWatchForks } from '../../../../src/market/deferred/watch-forks.ts';
import { registerDevnet } from '../../../../src/market/devnet/register-devnet.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { createPoolReferences } from '../../../../src/market/pools/create-pool-references.ts';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import { createOnChainSource } from '../../../../src/market/prices/on-chain-source.ts';
import type { PriceSource } from '../../../../src/market/prices/price.ts';
import { createOutputGuard } from '../../../../src/market/routes/create-output-guard.ts';
import { createRoutePlanner } from '../../../../src/market/routes/create-route-planner.ts';
import { createTransferFeeRules } from '../../../../src/market/routes/transfer-fee-rules.ts';
import { createTransferFees } from '../../../../src/market/routes/transfer-fees.ts';
import { createUniswapV3RouteSource } from '../../../../src/market/routes/uniswap-v3-route-source.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { createBestRoute } from '../../../../src/market/vault-routes/create-best-route.ts';
import { dcaVaultAbi } from '../../../../src/platform/chain/abi/dca-vault.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createDcaVaults } from '../../../../src/platform/chain/dca-vault/create-dca-vault.ts';
import type { DcaVault, VaultItem } from '../../../../src/platform/chain/dca-vault/dca-vault.ts';
import { newVaultFeeOrNull } from '../../../../src/platform/chain/new-vault-fee.ts';
import { createSigners } from '../../../../src/platform/chain/signer.ts';
import { createTokenProbe } from '../../../../src/platform/chain/token-probe/create-token-probe.ts';
import { createUniswapV3 } from '../../../../src/platform/chain/uniswap-v3/create-uniswap-v3.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import { implementActor } from '../../../../src/runtime/define/implement-actor.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { Address } from '../../../../src/values/address.ts';
import type { NewDcaRecord } from '../../../../src/values/dca-terms.ts';
import { randomIds } from '../../../../src/values/id-source.ts';
import { parseRational } from '../../../../src/values/rational.ts';
import { asHash } from '../../../support/branded.ts';
import { freeGas, priceGasAt3000 } from '../../../support/free-gas.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { createVaultFixture, executor, type VaultFixture } from '../../contracts/dca-vault/vault-fixture.ts';
import { createMoreRoutes } from './more-routes.ts';

export const CHAIN_ID = 31337;
const MINUTE_MS = 60_000;
type WaitingRow = { readonly record: NewDcaRecord };

export type Json = Record<string, unknown>;

/** Log function that fails the test. In this fixture the vault's counters can always be read, so any logged problem is an error. */
function refuse(message: string, fields?: { readonly error?: unknown }): never {
  throw new Error(message, { cause: fields?.error });
}

export type DcaFixtureOptions = {
  readonly sources?: readonly PriceSource[];
  /** Creates sources of routes in addition to Uniswap v3 for the vault; default: none. */
  readonly providers?: (vault: VaultFixture) => Promise<readonly RegisteredProvider[]>;
  /** Called when the vault's simulation has passed for the route of an order. */
  readonly onProbed?: (item: VaultItem) => Promise<void>;
  /** The accounts that execute orders, the main one first; defaults to the devnet's executor. */
  readonly executors?: readonly DevnetAccount[];
  /** The devnet of the fixture; by default it starts its own. The devnet is stopped together with the fixture. */
  readonly devnet?: Promise<Devnet>;
};

/**
 * Runs the whole DCA feature on a real devnet: routes, actors on virtual time, transaction sender, vault. Each tick also advances the
 * chain's clock.
 */
export async function createDcaFixture(options: DcaFixtureOptions = {}) {
  const vault = await createVaultFixture(options.devnet);
  const { devnet, deployment } = vault;
  const { executors = [executor] } = options;
  const [mainExecutor = executor] = executors;
  const chains = createChains({ networks: [{ chainId: CHAIN_ID, rpcUrls: [devnet.rpcUrl] }], log: silentLog, abis: [dcaVaultAbi] });
  // Virtual time starts at the next whole minute, slightly ahead of the chain, because ticks happen at whole minutes.
  const startMs = (Math.floor(Number((await vault.client.getBlock()).timestamp) / 60) + 1) * MINUTE_MS;

  // The actors need a client of the actor system that contains them, and that system is created later; so the calls are forwarded.
  const client: ActorClient = {
    of: (definition, key) => system.system().of(definition, key),
    send: (id, event, options) => system.system().send(id, event, options),
    list: (definition, query) => system.system().list(definition, query),
  };
  let now = () => startMs;
  const clock = { now: () => now() };
  const records = createMemoryRecordStore({ clock });
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  const tokens = createTokens({ records, clock: { now: () => startMs } });
  await registerDevnet({ networks, tokens }, deployment, { rpcUrl: devnet.rpcUrl });
  const uniswapV3 = createUniswapV3({ chains });
  const references = createPoolReferences({ uniswapV3 });
  const onChain = createOnChainSource({ log: silentLog, references, networks, tokens, clock });
  const prices = createPrices({ sources: [...(options.sources ?? []), onChain], clock, log: silentLog, keepMs: 0 });
  const guard = createOutputGuard({ references, networks, prices, tokens, maxQuoteDeviationBps: 300, maxDisagreementBps: 500 });
  const routes = createRoutePlanner({
    sources: [createUniswapV3RouteSource({ uniswapV3, networks })],
    guard,
    minOutputSlippageBps: 100,
  });
  const probe = createTokenProbe({ chains });
  const transferFees = createTransferFees({ uniswapV3, probe, networks, clock, canRead: chains.has });
  const fees = createTransferFeeRules({ transferFees, maxCostBps: 300, log: silentLog });
  const minOrderUsd = parseRational('1');
  const openVault = createDcaVaults({ chainOf: chains.of });
  const vaultAt = (chainId: number, address: Address): DcaVault => {
    const opened = openVault(chainId, address);
    const estimateOrder: DcaVault['estimateOrder'] = async (item, deadlineSec, from) => {
      const gas = await opened.estimateOrder(item, deadlineSec, from);
      await options.onProbed?.(item);
      return gas;
    };
    return { ...opened, estimateOrder };
  };
  const state = { isBlind: false, forgives: false };
  const parts = { chains, networks, tokens, prices, clock };
  const providers = [...onChainProviders(parts), ...((await options.providers?.(vault)) ?? [])];
  const more = options.providers === undefined ? undefined : createMoreRoutes(parts, providers, () => state.forgives);
  const best = createBestRoute({ routes, guard, minOutputSlippageBps: 100, more: more?.routes });
  const links = createLinkRepository({ records, clock });
  const fills = createFillRepository({ records });
  const positions = withMergedFields(createDcaPositions({ actors: client }), { records, clock, tickEveryMs: MINUTE_MS });
  const deferred = createDeferredEvents({
    ...{ records, clock, log: silentLog },
    tell: (actorId, event, eventId) => tellPosition(client, actorId, event, eventId),
  });
  const deployments: DcaDeployments = {
    of: async () => ({ vault: vault.vault, confirmations: 0, firstBlock: 0 }),
    executorOf: (_, recordId) =>
      recordId === undefined
        ? mainExecutor.address
        : chooseExecutor(
            executors.map(({ address }) => address),
            recordId,
          ),
  };
  const sender = createTransactionSenderEffects({
    chains,
    signers: createSigners(executors.map(({ privateKey }) => ({ chainId: CHAIN_ID, privateKey }))),
    looks: 1,
    pause: async () => {},
  });
  const seen = createSeenBlocks({ records, clock, confirmationsOf: () => 0, follow: async () => true });
  const oldEnds = new Map([['dca-position', listFinishedPositions(positions)] as const]);
  const handlers = new Map([['dca-position', createLookAtPosition({ links, positions })] as const]);
  const followVault = createFollowVaults({
    hasOrders: async () => true,
    followVault: createFollowVault({
      ...{ records, clock, deployments, vaultAt, links, fills, positions, tokens, deferred },
      gaps: createGapFinder({ records, links, fills, log: { ...silentLog, warn: refuse } }),
    }),
    followAgents: async () => ({ head: null, isCaughtUp: true }),
    watchForks: createWatchForks({ records, clock, chains, seen, handlers, oldEnds, log: silentLog }),
    log: silentLog,
  });
  const system = createTestSystem({
    startMs,
    actors: [
      implementActor(transactionSender, { effects: sender }),
      ...createDcaActors({
        planOrder: createPlanOrder({ deployments, vaultAt, routes: best, fees, tokens, prices, clock, minOrderUsd }),
        gas: freeGas,
        makeBatchCall: createBatchCall({ deployments, vaultAt, clock }),
        recordOutcome: createRecordOutcome({ vaultAt, fills, gas: freeGas, priceGas: priceGasAt3000, onRouteFailed: more?.onRouteFailed }),
        followVault: async (chainId) => (state.isBlind ? { head: null, isCaughtUp: true } : await followVault(chainId)),
        positionFacts: createPositionFacts({ vaultAt, seen, log: silentLog }),
        chainHeads: createChainHeads({ deployments, vaultAt, log: silentLog }),
        links,
        deployments,
        deferred,
      }),
    ],
  });
  now = () => system.time.clock.now();
  const service = createDcaService({
    ...{ networks, tokens, prices, fees, positions, links, fills, ids: randomIds, log: silentLog, minOrderUsd },
    readFinality: createReadFinality({ records, networks }),
    newPositionFee: (chainId) => newVaultFeeOrNull(chains.of, chainId, vault.vault),
  });
  const api: AnyElysia = createApi({ resources: [createDcaRoutes({ dca: service })], log: silentLog });
  await positions.followChain(CHAIN_ID);

  async function request(method: string, path: string, body?: unknown) {
    const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const response = await api.fetch(new Request(`http://localhost/api/defi${path}`, { method, headers, ...init }));
    const reply: { status: number; message: string; data: never; errors: Json | null } = JSON.parse(await response.text());
    return { ...reply, status: response.status };
  }

  /**
   * Waits until no effect is running. Effects run in real time, but their short delays pass only in virtual time, so `settle` must be
   * called repeatedly.
   */
  async function quiet(): Promise<void> {
    await waitFor(
      async () => {
        await system.settle();
        if (system.system().stats().effectsRunning > 0) return false;
        const gatherers = [undefined, ...executors.slice(1)].map((one) => orderGatherer(CHAIN_ID, one?.address));
        const batches = await Promise.all([...gatherers, `${CHAIN_ID}/claims`].map((key) => client.of(dcaBatch, key).read()));
        const follower = await client.of(vaultFollower, String(CHAIN_ID)).read();
        const { actors } = await client.list(dcaPosition, { limit: 200 });
        const isBusy =
          batches.some((one) => one !== null && one.snapshot.value !== 'idle') ||
          follower?.snapshot.value === 'following' ||
          actors.some(({ snapshot }) => typeof snapshot.value !== 'string');
        if (isBusy) await system.advance(1_000);
        return !isBusy;
      },
      { what: 'quiet', timeoutMs: 45_000 },
    );
  }

  /**
   * Advances to the next minute: moves the chain's clock (by `lateSec` additional seconds), runs the tick, and waits for all work that the
   * tick has started.
   */
  async function tick(lateSec = 0): Promise<void> {
    // Virtual time must not pass by a minute while an effect is running, because the effect would then exceed its deadline.
    await quiet();
    const nextMs = (Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS;
    const headSec = Number((await vault.client.getBlock()).timestamp);
    await devnet.setTime(Math.max(nextMs / 1000 + lateSec, headSec + 1));
    await devnet.mine();
    await system.tick();
    await quiet();
  }

  return {
    ...vault,
    /** `chainClient` reads the chain; `client` is the client of the actors. */
    chainClient: vault.client,
    uniswapV3,
    networks,
    chains,
    /**
     * While `state.isBlind` is true, the follower reads nothing. While `state.forgives` is true, failures of a source of routes are
     * ignored.
     */
    state,
    system,
    client,
    service,
    links,
    fills,
    records,
    /** Links a record to a position that does not exist on chain, but only in the fixture's repository of links. */
    async linkOf(recordId: string, positionId: number) {
      const record = (await records.collection<WaitingRow>(DCA_WAITING_RECORDS).get(recordId))?.record;
      if (record === undefined) throw new Error(`${recordId} does not wait`);
      const seen = { vault: vault.vault, positionId, terms: record.terms, arrivedBaseUnits: record.terms.amountBaseUnits };
      const link = await links.link({ ...seen, isAutoBuy: true, blockNumber: 1, blockHash: asHash('0x01') });
      return { record, link };
    },
    request,
    quiet,
    tick,
    get: (path: string) => request('GET', path),
    post: (path: string, body: unknown) => request('POST', path, body),
    /** Builds the body that creates a record for a position like the one that `open` opens. */
    body: (more: Json = {}) => ({
      fromToken: vault.token('USDC'),
      toToken: vault.token('WETH'),
      amount: 300,
      frequency: 3,
      interval: 180,
      walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      chainId: { chainId: CHAIN_ID },
      isAutoBuy: true,
      timeFrame: 'minute',
      ...more,
    }),
    /** Returns the ids of a wallet's records that wait for a position on chain. */
    async waitingOf(wallet: string): Promise<readonly string[]> {
      const { rows } = await records.collection(DCA_WAITING_RECORDS).find({ where: { wallet: wallet.toLowerCase() }, limit: 500 });
      return rows.map(({ _id }) => _id);
    },
    async recordsOf(wallet: string): Promise<readonly Json[]> {
      return await service.list(wallet.toLowerCase() as never, 'all');
    },
    [Symbol.asyncDispose]: async () => {
      await system.system().drain(5_000);
      await devnet.stop();
    },
  };
}
