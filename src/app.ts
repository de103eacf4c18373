import { randomBytes } from 'node:crypto';
import type { createTransactionSenderEffects } from '../actors/transaction-sender/effects.ts';
import { checkPort } from './app/check-port.ts';
import { createChainMemory } from './app/create-chain-memory.ts';
import { createDiskFloor } from './app/disk-floor.ts';
import { type FaultPoint, withCommitPoints } from './app/fault-points.ts';
import type { LostErrors } from './app/lost-errors.ts';
import { openCache } from './app/open-cache.ts';
import { feedCounts, openFeed, openSharedRedis } from './app/open-feed.ts';
import { openLimits } from './app/open-limits.ts';
import { openMetrics } from './app/open-metrics.ts';
import { openOperatorAuth } from './app/open-operator-auth.ts';
import { openStore } from './app/open-store.ts';
import { openTracing } from './app/open-tracing.ts';
import { narrowDataFolder } from './app/private-files.ts';
import { readinessProbes } from './app/readiness.ts';
import { keepHistoryFor } from './app/retention.ts';
import { secretsOf } from './app/secrets-of.ts';
import { stopServing } from './app/stop-serving.ts';
import { type HarnessTime, type TickSchedule, tickCounts, tickSchedule } from './app/tick-schedule.ts';
import { traceOutside } from './app/trace-outside.ts';
import { causeOfScope, scopeEffects, watchTransactions } from './app/watch-actors.ts';
import { watchRequests } from './app/watch-requests.ts';
import { watchSystem } from './app/watch-system.ts';
import { describeConfig } from './config/describe-config.ts';
import { withLocalOperator } from './config/local-operator.ts';
import type { Config } from './config.ts';
import { backtestOf } from './features/autopilot/backtest-parts.ts';
import { createAutopilot } from './features/autopilot/module.ts';
import { createAutopilotRoutes } from './features/autopilot/routes/autopilot-routes.ts';
import { createBacktestRoutes } from './features/autopilot/routes/backtest-route.ts';
import { createBalanceRoutes } from './features/balances/balance-routes.ts';
import { createFeesRoutes } from './features/balances/fees-routes.ts';
import { createHoldings } from './features/balances/module.ts';
import { beginToFollow } from './features/dca/follow-vaults.ts';
import { createDca } from './features/dca/module.ts';
import { createDcaRoutes } from './features/dca/routes/dca-routes.ts';
import { createNotificationRoutes } from './features/notifications/notification-routes.ts';
import { createQuoteParts } from './features/quotes/module.ts';
import { onChainProviders } from './features/quotes/on-chain-providers.ts';
import { createProxyRoutes } from './features/quotes/routes/proxy-routes.ts';
import { createQuoteRoutes } from './features/quotes/routes/quote-routes.ts';
import { createCommonRoutes } from './features/reference-data/common-routes.ts';
import { renderTokenList } from './features/reference-data/render-token-list.ts';
import { createRelayerParts } from './features/relayer/module.ts';
import { createRelayerRoutes } from './features/relayer/relayer-routes.ts';
import { createTrades } from './features/trades/module.ts';
import { createApi } from './http/create-api.ts';
import { createDocsRoutes } from './http/docs/docs-routes.ts';
import { createHealthRoutes } from './http/health/health-routes.ts';
import { createHttpServer } from './http/http-server.ts';
import { createMetricsEndpoint, METRICS_PATH } from './http/metrics/metrics-endpoint.ts';
import { createStreamSlots } from './http/stream-slots.ts';
import { createInspectorPages } from './inspector/serve/inspector-pages.ts';
import { createSessionLook } from './inspector/serve/session-look.ts';
import { createSenderActor } from './market/chains/create-sender-actor.ts';
import { openChains } from './market/chains/open-chains.ts';
import { openDevnet } from './market/devnet/open-devnet.ts';
import { createGas } from './market/gas/module.ts';
import { createNetworks } from './market/networks/create-networks.ts';
import { createAutopilotInputs } from './market/price-series/module.ts';
import { createMarket } from './market/prices/module.ts';
import { createTokenList } from './market/tokens/create-token-list.ts';
import { createTokens } from './market/tokens/create-tokens.ts';
import { forgetStrangers } from './module/forget-strangers.ts';
import { strangersKinds } from './module/strangers-kinds.ts';
import { createDebugStats, DEBUG_STATS_PATH } from './operator/debug-stats/debug-stats.ts';
import { createExamineHere } from './operator/doctor/examine-here.ts';
import { createInspection } from './operator/inspection/create-inspection.ts';
import { countGaps } from './operator/metrics/count-gaps.ts';
import { measuredStore } from './operator/metrics/store-metrics.ts';
import { createOperations } from './operator/operations/create-operations.ts';
import { followPauses } from './operator/operations/follow-pauses.ts';
import { createOverviewParts, type OverviewParts } from './operator/overview/create-overview-parts.ts';
import { createBulkRoute } from './operator/routes/bulk-route.ts';
import { createDoctorRoutes } from './operator/routes/doctor-routes.ts';
import { createFeedRoutes } from './operator/routes/feed-routes.ts';
import { createInspectRoute } from './operator/routes/inspect-route.ts';
import { createInspectionRoutes } from './operator/routes/inspection-routes.ts';
import { createOperationsRoutes } from './operator/routes/operations-routes.ts';
import { createOperatorRoutes } from './operator/routes/operator-routes.ts';
import { createOverviewRoutes } from './operator/routes/overview-route.ts';
import { createSessionRoutes } from './operator/routes/session-routes.ts';
import { createTypeRoutes } from './operator/routes/type-routes.ts';
import { autopilotVaultAbi } from './platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from './platform/chain/abi/dca-vault.generated.ts';
import { relayerAbi } from './platform/chain/abi/relayer.generated.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { systemTimers } from './platform/clock/system-timers.ts';
import { createPinoLog } from './platform/log/pino-log.ts';
import type { ActorClient } from './runtime/client.ts';
import { describeActorType } from './runtime/describe-actor-type.ts';
import { createActorSystem } from './runtime/system.ts';
import { DEVNET_CHAIN_ID } from './values/chain-ids.ts';
import { randomIds } from './values/id-source.ts';

/** How long another node may go on with a type that was paused, ms. */
const PAUSES_EVERY_MS = 1_000;

export type App = {
  /** `http://host:port/api` */
  readonly baseUrl: string;
  /** For a person: what is running, a line each. */
  readonly description: readonly string[];
  /** Signs the browser of whoever starts the node in to its inspector, once; null when there is none. It is a secret: for a terminal alone. */
  readonly signInLink: string | null;
  /** Takes no new work, finishes what is in hand within the grace time, and closes everything. Safe to call again. */
  stop(): Promise<void>;
};

export type AppOptions = {
  readonly version: string;
  /** For a crash harness. */
  readonly faultPoint?: FaultPoint;
  /** For a harness that has to show that it notices a broken sender. */
  readonly senderEffects?: typeof createTransactionSenderEffects;
  /** For a harness that skips the time in which nothing happens. */
  readonly time?: HarnessTime;
  readonly lostErrors?: LostErrors;
};

/** The composition root: the only file that joins implementations. @throws CoxswainError with one line for a person */
export async function startApp(settings: Config, options: AppOptions): Promise<App> {
  // Nothing is written for a service that cannot begin.
  await checkPort(settings.host, settings.port);
  const config = withLocalOperator(settings);
  const clock = options.time?.clock ?? systemClock;
  const startedAtMs = clock.now();
  const log = createPinoLog({ level: config.logLevel, secrets: secretsOf(config) });
  const counting = openMetrics();
  /** Undone in reverse when the app stops, or when a later step of the start fails. */
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const undo of closing.splice(0).reverse()) await undo();
  };
  try {
    const store = await openStore(config, { clock, log, count: counting.outside.wrongDocument });
    closing.push(store.close);
    for (const line of narrowDataFolder(config.dataDir)) log.warn(line);
    const { records } = store;
    const diskFloor = createDiskFloor({ disk: store.disk, floorMb: config.diskFloorMb, clock, log });
    await diskFloor.probe.check();
    const networks = createNetworks({ records, settings: { rpcUrls: config.rpcUrls, contracts: config.contracts } });
    const tokens = createTokens({ records, clock });
    await networks.seed();
    await tokens.seed();
    const devnet = config.devnet.enabled ? await openDevnet(config, { networks, tokens, clock, log }) : null;
    if (devnet) closing.push(() => devnet.stop());

    const nodeId = `node-${randomBytes(6).toString('hex')}`;
    const tracing = await openTracing(config, { store: store.actors, nodeId, version: options.version, clock, log });
    if (tracing) closing.push(tracing.close);
    const tracer = tracing?.tracer ?? null;
    const outside = traceOutside(counting.outside, tracer);
    const chains = await openChains(config, { networks, log, onRpc: outside.rpc, time: options.time?.endpoints });
    const cache = openCache(config, { clock, log, onRead: counting.outside.cache });
    closing.push(cache.close);
    const redis = openSharedRedis(config, log);
    closing.push(async () => redis?.close());
    // Nobody else works on a store that is not shared, so there is nothing of others to be shown.
    const feed = countGaps(openFeed({ redis: store.isShared ? redis : null, nodeId, clock, log }), counting.outside.feedGap);
    closing.push(feed.close);
    const tokenList = createTokenList({ tokens, networks, cache, render: renderTokenList, clock });
    const market = createMarket(config, { chains: chains.chains, networks, tokens, clock, log, watch: counting.outside });
    const client: ActorClient = {
      of: (definition, key) => system.of(definition, key),
      send: (id, event, ask) => system.send(id, event, ask),
      list: (definition, query) => system.list(definition, query),
    };
    const inputs = createAutopilotInputs(config, {
      ...{ records, networks, tokens, chains: chains.chains, prices: market.prices, cache, clock, log },
      ...{ ids: randomIds, watch: counting.outside },
    });
    const memory = createChainMemory({ records, chains: chains.chains, client, clock, log });
    const gas = createGas(config, { records, openChains: chains, networks, tokens, prices: market.prices, clock });
    const autopilot = createAutopilot(config, {
      ...{ records, networks, tokens, market, openChains: chains, gas, client, clock, ids: randomIds, log },
      ...{ ...inputs, memory },
      requireRoom: diskFloor.refuseBelow,
      faultPoint: options.faultPoint,
    });
    const dca = createDca(config, {
      memory,
      ...{ records, networks, tokens, market, openChains: chains, gas, client, clock, ids: randomIds, log },
      ...{ autopilot: autopilot.following, watch: counting.outside },
      faultPoint: options.faultPoint,
    });
    const quotes = createQuoteParts(config, {
      chains: chains.chains,
      networks,
      tokens,
      ...{ prices: market.prices, transferFees: market.transferFees },
      cache,
      onChain: onChainProviders({ chains: chains.chains, networks, clock }),
      clock,
      log,
      watch: outside,
    });
    const trades = createTrades({
      ...{ records, networks, chains: chains.chains, memory, client },
      quotes: quotes.trades,
      providerStatus: quotes.statusOf,
      auth: autopilot.auth,
      referenceOf: quotes.referenceOf,
      ...{ store: store.actors, mostOpen: config.strangers.maxUnseenTrades },
      ...{ clock, ids: randomIds, log },
    });
    const transactions = watchTransactions(counting.outside, log, tracer);
    const sender = createSenderActor(chains, options.faultPoint, options.senderEffects, transactions, options.time?.pause);
    const actorStore = measuredStore(store.actors, counting.metrics);
    const actors = [...dca.actors, ...trades.actors, ...autopilot.actors, sender];
    const operations = await createOperations({
      ...{ records, nodeId, clock, log },
      types: () => actors.map(({ definition }) => definition.type),
      system: () => system,
      stopTicks: async () => void (await ticks?.stop()),
    });
    const system = createActorSystem({
      actors,
      store: options.faultPoint ? withCommitPoints(actorStore, options.faultPoint) : actorStore,
      clock,
      timers: options.time?.timers ?? systemTimers,
      ids: randomIds,
      random: Math.random,
      nodeId,
      tickEveryMs: config.tickIntervalMs,
      wakeEveryMs: Math.min(1_000, config.tickIntervalMs),
      maxResidents: config.runtime.maxResidentActors,
      mailboxLimit: config.runtime.mailboxLimit,
      outsideCause: causeOfScope,
      aroundEffect: scopeEffects(tracer),
      isPaused: operations.pauses.isPaused,
      onError: (error) => log.error('The runtime met an error that nobody waits for', { error }),
    });
    const { counts, stop: stopWatching } = watchSystem({
      ...{ system, counting, tracer, feed, store, openChains: chains, diskFloor, version: options.version, startedAtMs, clock, log },
      ...{ lostErrors: options.lostErrors ?? null, requestsPending: () => server.pending(), deferred: operations.deferred, networks },
      troubles: { ticks: () => ticks?.trouble() ?? null, cache: cache.trouble, 'feed and limits': () => redis?.trouble() ?? null },
    });
    closing.push(stopWatching);
    closing.push(async () => {
      const { abortedEffects } = await system.drain(config.shutdownGraceMs);
      if (abortedEffects > 0)
        log.warn('Effects did not end in time and were aborted; they are picked up at the next start', { abortedEffects });
    });

    const holdings = createHoldings({ networks, tokens, chains: chains.chains, prices: market.prices, cache, clock, log });
    let ticks: TickSchedule | null = null;
    const probes = readinessProbes(config, {
      ...{ store, system, openChains: chains, feed, redis, ticks: () => ticks, clock, startedAtMs },
      lastTickElsewhereMs: () => overview.lastTickElsewhereMs(),
    });
    const overview: OverviewParts = createOverviewParts(config, {
      redis: store.isShared ? redis : null,
      log,
      ...{ system, probes, clock, version: options.version, startedAtMs },
      ...{ pauses: operations.pauses.list, deferred: operations.deferred },
    });
    closing.push(overview.close);
    const inspection = createInspection(config, {
      ...{ actors, system, store: store.actors, records, tokens, networks, series: inputs.series, openChains: chains, clock },
      pauses: operations.pauses.list,
    });
    const addressOf = (request: Request) => server.addressOf(request);
    const limits = openLimits(config, { ...{ redis, clock, log, addressOf }, onRefused: counting.outside.rateLimited });
    const access = openOperatorAuth(config, { clock, log, addressOf, onWrong: counting.outside.wrongToken });
    const { auth: operatorAuth, sessions } = access;
    const relayer = createRelayerParts(config, { networks, quotes, clock });
    const api = createApi({
      log,
      resources: [
        createHealthRoutes({ probes: [...probes, diskFloor.probe, ...operations.probes] }),
        createCommonRoutes({
          tokenList,
          networks,
          abis: new Map<string, readonly unknown[]>([
            ['DcaVault', dcaVaultAbi],
            ['AutopilotVault', autopilotVaultAbi],
            ['Relayer', relayerAbi],
          ]),
        }),
        createDcaRoutes({ dca: dca.service, limits: limits.routes }),
        createNotificationRoutes({ notifications: inputs.notifications }),
        createAutopilotRoutes({ autopilot: autopilot.service, auth: autopilot.auth, limits: limits.routes }),
        createBacktestRoutes({ open: autopilot.openBacktest, backtest: backtestOf(config), limits: limits.routes, log }),
        createBalanceRoutes({ balances: holdings.balances, limits: limits.routes }),
        createFeesRoutes({ fees: holdings.fees, limits: limits.routes }),
        createSessionRoutes({
          ...{ auth: operatorAuth, sessions, nodeId, version: options.version, tickEveryMs: config.tickIntervalMs },
        }),
        createOverviewRoutes({ overview: overview.overview, auth: operatorAuth }),
        createTypeRoutes({
          types: actors.map(({ definition }) => describeActorType(definition)),
          pauses: operations.pauses.list,
          auth: operatorAuth,
        }),
        createInspectionRoutes({ ...inspection, auth: operatorAuth }),
        createFeedRoutes({ feed, auth: operatorAuth, log }),
        createInspectRoute({
          ...{ feed, operator: system.operator, auth: operatorAuth, log },
          configs: new Map(actors.map(({ definition: { type, machine } }) => [type, machine.config])),
        }),
        createDoctorRoutes({ examine: createExamineHere(config, clock), auth: operatorAuth }),
        createOperatorRoutes({ operator: system.operator, auth: operatorAuth, clock, log }),
        createOperationsRoutes({ ...operations, auth: operatorAuth }),
        createBulkRoute({ operator: system.operator, acts: operations.acts, auth: operatorAuth, clock, ids: randomIds, log }),
        createQuoteRoutes({
          quotes: quotes.quotes,
          builds: quotes.builds,
          providers: quotes.providers,
          metaTransactionOf: relayer.metaTransactionOf,
          limits: limits.routes,
          log,
        }),
        createRelayerRoutes({ relayer }),
        createProxyRoutes({ proxy: quotes.proxy, limits: limits.routes }),
        ...trades.routes,
        createDocsRoutes({ api: () => api, version: options.version }),
      ],
    });
    const stats = async () => {
      const dispatch = await ticks?.stats();
      const { types: _types, nodeId: _nodeId, draining: _draining, lastTickAtMs, ...rest } = system.stats();
      return {
        ...rest,
        lastTickAtMs: lastTickAtMs ?? 0,
        uptimeMs: clock.now() - startedAtMs,
        requestsPending: server.pending(),
        ...(dispatch === undefined ? {} : { ticks: tickCounts(dispatch) }),
        events: counts(),
        feed: feedCounts(feed.stats()),
        rateLimits: limits.counts(),
        deferred: Object.fromEntries((await operations.deferred.totals()).map(({ follower, count }) => [follower, count])),
      };
    };
    const server = createHttpServer({
      api,
      beforeAll: {
        [DEBUG_STATS_PATH]: createDebugStats(stats),
        [METRICS_PATH]: createMetricsEndpoint({ render: counting.metrics.render, authorize: operatorAuth.read, log }),
      },
      watch: watchRequests(counting.http, tracer),
      ...{ limits: limits.routes, streams: createStreamSlots(config.streams), trustProxy: config.trustProxy },
      requireRoom: diskFloor.refuseBelow,
      beside: config.inspector === 'off' ? {} : { ...createInspectorPages({ log }), ...createSessionLook({ auth: operatorAuth }) },
      host: config.host,
      port: config.port,
      corsOrigins: config.corsOrigins,
      log,
      requestIdPrefix: randomBytes(4).toString('hex'),
    });
    closing.push(() => stopServing(server, config.shutdownGraceMs));
    closing.push(async () => access.answerHeld());

    system.start();
    closing.push(followPauses(operations.pauses, { timers: systemTimers, everyMs: PAUSES_EVERY_MS, log }).stop);
    closing.push(
      forgetStrangers({
        ...strangersKinds({ records, store: store.actors, clock }),
        ...{ forget: system.forget, onForgotten: counting.outside.forgotten, clock, log },
        timers: options.time?.clearingTimers ?? systemTimers,
      }).stop,
    );
    closing.push(keepHistoryFor(config.history.retentionDays, { store: store.actors, clock, log }).stop);
    if (!store.isShared) {
      // A SQLite file has one service: what was claimed before belonged to one that died. Elsewhere it may be another node's.
      const takingOver = system
        .takeOver()
        .catch((error: unknown) => log.error('The effects of the last run could not be taken over', { error }));
      closing.push(async () => void (await takingOver));
    }
    if (config.cron) {
      await beginToFollow(await dca.chainIds(), dca.positions, log);
      const { served: onServed } = overview.groups;
      const startTimer = options.time?.startTimer;
      ticks = await tickSchedule(config, { system, clock, log, store, onServed, startTimer });
      closing.push(ticks.stop);
      // Asked for before there were any ticks to stop: the server answers already.
      if (operations.drain.state().drain !== null) await ticks.stop();
    }
    log.info('Started', { version: options.version, settings: describeConfig(config) });
    return {
      baseUrl: `${server.url}/api`,
      description: [
        `store    ${store.description}`,
        devnet
          ? `chain    devnet ${DEVNET_CHAIN_ID} at ${devnet.rpcUrl}`
          : `chain    ${chains.chains.chainIds.join(', ') || 'none (set RPC_<chainId>)'}`,
        ...(config.redisUrl === undefined ? [] : [`redis    ${store.isShared ? 'cache, and ticks shared with other nodes' : 'cache'}`]),
        `ticks    ${config.cron ? `every ${config.tickIntervalMs / 1_000} s` : 'off (CRON=false)'}`,
      ],
      signInLink: access.linkAtStart(server.port),
      stop: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
