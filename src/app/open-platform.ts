import { randomBytes } from 'node:crypto';
import { ConfigError } from '../config/config-error.ts';
import { withLocalOperator } from '../config/local-operator.ts';
import { readOrMakeSecret } from '../config/private-secret.ts';
import { type Config, secretsOf } from '../config.ts';
import type { HttpServer } from '../http/http-server.ts';
import { lateClient } from '../module/late-client.ts';
import type { Platform } from '../module/platform.ts';
import { countGaps } from '../operator/metrics/count-gaps.ts';
import { measuredStore } from '../operator/metrics/store-metrics.ts';
import type { RedisConnection } from '../platform/cache/redis/redis-connection.ts';
import { systemClock } from '../platform/clock/system-clock.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import type { LiveFeed } from '../platform/feed/live-feed.ts';
import { createPinoLog } from '../platform/log/pino-log.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import { randomIds } from '../values/id-source.ts';
import { createLate, type Late } from '../values/late.ts';
import type { Closing } from './closing.ts';
import { createDiskFloor, type DiskFloor } from './disk-floor.ts';
import { withCommitPoints } from './fault-points.ts';
import { type OpenCache, openCache } from './open-cache.ts';
import { openFeed, openSharedRedis } from './open-feed.ts';
import { type OpenLimits, openLimits } from './open-limits.ts';
import { type OpenMetrics, openMetrics } from './open-metrics.ts';
import { type OpenOperatorAuth, openOperatorAuth } from './open-operator-auth.ts';
import { openStore, type WatchedStore } from './open-store.ts';
import { openTracing } from './open-tracing.ts';
import { narrowDataFolder } from './private-files.ts';
import type { AppOptions } from './start-options.ts';
import { createStrangersWrites, type StrangersWrites } from './strangers-writes.ts';
import { createWrittenHours, type WrittenHours } from './written-hours.ts';

/** The platform as the app uses it, including components that modules do not receive. */
export type OpenPlatform = {
  readonly platform: Platform;
  /** Settings of the process, including those of all modules. */
  readonly config: Config;
  readonly startedAtMs: number;
  readonly openStore: WatchedStore;
  readonly diskFloor: DiskFloor;
  readonly strangersWrites: StrangersWrites;
  readonly writtenHours: WrittenHours;
  readonly counting: OpenMetrics;
  readonly cache: OpenCache;
  /** Redis connection that several components share; null without Redis. */
  readonly redis: RedisConnection | null;
  readonly feed: LiveFeed;
  readonly limits: OpenLimits;
  readonly access: OpenOperatorAuth;
  /** The actor system. It is set later than the other parts, because it needs the actors of all modules. */
  readonly system: Late<ActorSystem>;
  /** The HTTP server. It is set later than the other parts, because it needs the routes of all modules. */
  readonly server: Late<HttpServer>;
};

/** Opens the store and the other platform adapters that the settings select. */
export async function openPlatform(
  settings: Config,
  options: AppOptions & Pick<Platform, 'actorTypes' | 'publicTypes' | 'collections' | 'followers'>,
  closing: Closing,
): Promise<OpenPlatform> {
  const config = withLocalOperator(settings);
  const { version } = options;
  const clock = options.time?.clock ?? systemClock;
  const startedAtMs = clock.now();
  const log = createPinoLog({ level: config.logLevel, secrets: secretsOf(config), isReadable: process.stderr.isTTY === true });
  const counting = openMetrics();
  const store = await openStore(config, { clock, log, count: counting.service.wrongDocument });
  closing.add(store.close);
  for (const line of narrowDataFolder(config.dataDir)) log.warn(line);
  const diskFloor = createDiskFloor({ disk: store.disk, floorMb: config.diskFloorMb, clock, log });
  await diskFloor.probe.check();
  const nodeId = `node-${randomBytes(6).toString('hex')}`;
  const tracing = await openTracing(config, { store: store.actors, nodeId, version, clock, log });
  if (tracing) closing.add(tracing.close);
  const tracer = tracing?.tracer ?? null;
  const cache = openCache(config, { clock, log, onRead: counting.service.cache });
  closing.add(cache.close);
  const redis = openSharedRedis(config, log);
  closing.add(async () => redis?.close());
  // When the store is not shared, there are no other nodes, so this node's own feed already contains all events.
  const feed = countGaps(openFeed({ redis: store.isShared ? redis : null, nodeId, clock, log }), counting.service.feedGap);
  closing.add(feed.close);
  const system = createLate<ActorSystem>('the system of actors');
  const server = createLate<HttpServer>('the HTTP server');
  const addressOf = (request: Request) => server.get().addressOf(request);
  const limits = openLimits(config, { redis, clock, log, addressOf, onRefused: counting.service.rateLimited });
  const access = openOperatorAuth(config, { clock, log, addressOf, onWrong: counting.service.wrongToken });
  const writtenHours = createWrittenHours({ records: store.records, clock });
  const strangersWrites = createStrangersWrites({ maxMbPerDay: config.strangersMbPerDay, written: writtenHours, clock, log });
  const measured = strangersWrites.counted(measuredStore(store.actors, counting.metrics));
  const { faultPoint, senderEffects, actorTypes, publicTypes, collections, followers } = options;
  return {
    ...{
      config,
      startedAtMs,
      openStore: store,
      diskFloor,
      strangersWrites,
      writtenHours,
      counting,
      cache,
      redis,
      feed,
      limits,
      access,
      system,
      server,
    },
    platform: {
      timers: options.time?.timers ?? systemTimers,
      ...{ config, version, nodeId, clock, ids: randomIds, log, cache, feed, actorTypes, publicTypes, collections, followers, tracer },
      store: faultPoint ? withCommitPoints(measured, faultPoint) : measured,
      isAlone: !store.isShared,
      records: store.records,
      actors: lateClient(system),
      metrics: counting.metrics,
      operators: access.auth,
      limits: limits.routes,
      requireRoom(client) {
        diskFloor.refuseBelow();
        strangersWrites.refuseBeyond(client);
      },
      ownSecret(name, setting) {
        if (!store.isShared) return readOrMakeSecret(config.dataDir, name);
        throw new ConfigError([`${setting}: is not set; accepted: the same secret on all nodes of the cluster (MONGODB_URL is set)`]);
      },
      harness: { faultPoint, senderEffects, endpoints: options.time?.endpoints, pause: options.time?.pause },
    },
  };
}
