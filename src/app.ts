import { checkPort } from './app/check-port.ts';
import { createClosing } from './app/closing.ts';
import { describeApp, exampleRequests } from './app/describe-app.ts';
import { keepHouse } from './app/keep-house.ts';
import { nodeStats } from './app/node-stats.ts';
import { openInspection } from './app/open-inspection.ts';
import { openOutages } from './app/open-outages.ts';
import { openOverview, openPresence } from './app/open-overview.ts';
import { openPlatform } from './app/open-platform.ts';
import { openSockets } from './app/open-sockets.ts';
import { operatorRoutes } from './app/operator-routes.ts';
import { readinessProbes } from './app/readiness.ts';
import { actorDefinitions, collections, followers, givenBy, modules } from './app/registry.ts';
import { serve } from './app/serve.ts';
import type { AppOptions } from './app/start-options.ts';
import { makeSystem } from './app/start-system.ts';
import { createTicks } from './app/ticks.ts';
import { watchLate } from './app/watch-late.ts';
import { watchSystem } from './app/watch-system.ts';
import { type Config, describeConfig } from './config.ts';
import { startModules } from './module/start-modules.ts';
import { createOperations } from './operator/operations/create-operations.ts';

export type App = {
  /** Base URL of the API, `http://host:port/api`. */
  readonly baseUrl: string;
  /** Description of the running app for the person who started it, one item per line. */
  readonly description: readonly string[];
  /** Example commands for the person who started the app. They use chains that this node serves. */
  readonly examples: readonly string[];
  /**
   * A single-use link that signs the person who starts the node in to the inspector; null if there is none. The link is a secret, and is
   * only printed to a terminal.
   */
  readonly signInLink: string | null;
  /**
   * Stops the app: accepts no new work, completes the current work within a time limit, and closes everything. Repeated calls have no
   * further effect.
   */
  stop(): Promise<void>;
};

/**
 * Opens the connections to the store, the cache and the chains, starts all modules and the actor system, and serves HTTP requests.
 * @throws CoxswainError with a message of one line for the user
 */
export async function startApp(settings: Config, options: AppOptions): Promise<App> {
  // The port is checked before anything is written, so that a service that cannot start leaves no traces.
  await checkPort(settings.host, settings.port);
  const closing = createClosing();
  try {
    const publicTypes = actorDefinitions.flatMap(({ type, isPublic }) => (isPublic === true ? [type] : []));
    const all = { actorTypes: actorDefinitions.map(({ type }) => type), publicTypes, collections, followers };
    const open = await openPlatform(settings, { ...options, ...all }, closing);
    const { config } = open;
    const { log, clock, nodeId } = open.platform;
    const started = await startModules(modules, { platform: open.platform, settings: config.modules }, closing.add);
    open.strangersWrites.judgeBy(started.strangers.actors);
    const given = givenBy(started);
    const { pauses, deferred } = given.operator;

    const system = makeSystem(open, started, pauses.isPaused);
    const presence = openPresence(open, system, closing);
    const ticks = createTicks(config, {
      ...{ system, clock, log, store: open.openStore, onServed: presence.groups.served, startTimer: options.time?.startTimer },
    });
    const operations = createOperations({ kept: given.operator, nodeId, clock, log, system, stopTicks: ticks.stop });
    const { counts: events } = watchSystem(
      open,
      { system, ticks, deferred, followers: started.followers, chains: given.chains.chains, lostErrors: options.lostErrors },
      closing,
    );
    const late = watchLate(open.platform, system);
    closing.add(late.stop);
    const probes = [
      open.diskFloor.probe,
      late.probe,
      ...readinessProbes(config, {
        ...{ store: open.openStore, feed: open.feed, redis: open.redis, startedAtMs: open.startedAtMs, system, clock },
        ...{ ticks: ticks.schedule, lastTickElsewhereMs: presence.lastTickElsewhereMs },
      }),
      ...started.probes,
    ];
    const outages = openOutages({ probes, store: open.platform.store, clock });
    const overview = openOverview(open, { system, presence, outages, pauses: pauses.list, deferred });
    const inspection = openInspection(open, {
      ...{ ...given, actors: started.actors, transactionSearches: started.transactionSearches },
      ...{ system, outages, pauses: pauses.list },
    });
    const server = serve(
      open,
      {
        routes: [...started.routes, ...operatorRoutes(open, { actors: started.actors, system, operations, overview, inspection, outages })],
        probes: [...probes, ...operations.probes],
        stats: nodeStats(open, { system, ticks, events, deferred }),
        sockets: openSockets(open, { started, given }),
      },
      closing,
    );

    system.start();
    keepHouse(open, { system, modules: started, pauses, clearingTimers: options.time?.clearingTimers }, closing);
    if (config.cron) {
      await started.beforeTicks();
      await ticks.begin();
      closing.add(ticks.stop);
      // The HTTP server already accepts requests. So an operator may have drained this node (told it to take no new work) before the timer
      // of its ticks (checks of due actors) was created.
      if (operations.drain.state().drain !== null) await ticks.stop();
    }
    log.info('Started', { version: options.version, settings: describeConfig(config) });
    return {
      baseUrl: `${server.url}/api`,
      description: describeApp(open, given),
      examples: exampleRequests(`${server.url}/api`, given),
      signInLink: open.access.linkAtStart(server.port),
      stop: closing.close,
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
