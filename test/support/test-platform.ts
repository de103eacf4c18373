import { collections, followers, metricFamilies } from '../../src/app/registry.ts';
import { loadConfig } from '../../src/config.ts';
import { createOperatorAuth } from '../../src/http/operator-auth.ts';
import { createRouteLimits } from '../../src/http/rate-limit.ts';
import type { Platform } from '../../src/module/platform.ts';
import { createMemoryCache } from '../../src/platform/cache/memory/memory-cache.ts';
import { createLocalFeed } from '../../src/platform/feed/local/local-feed.ts';
import { silentLog } from '../../src/platform/log/log.ts';
import { createPromMetrics } from '../../src/platform/metrics/prom-metrics.ts';
import { createMemoryRateLimiter } from '../../src/platform/rate-limit/memory/memory-rate-limiter.ts';
import { createMemoryActorStore } from '../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../src/platform/store/memory/memory-record-store.ts';
import { randomIds } from '../../src/values/id-source.ts';

/** Creates a platform in memory on which a test can start a module. Values that the test passes replace the defaults. */
export function testPlatform(parts: Partial<Platform> & Pick<Platform, 'clock' | 'actors'>): Platform {
  const { clock } = parts;
  const metrics = createPromMetrics(metricFamilies);
  return {
    config: loadConfig({ DEVNET: '0' }),
    version: '0.0.0',
    nodeId: 'node-test',
    timers: { after: () => () => undefined, soon: queueMicrotask },
    ids: randomIds,
    log: silentLog,
    store: createMemoryActorStore(),
    isAlone: false,
    records: createMemoryRecordStore({ clock }),
    cache: createMemoryCache({ clock }),
    feed: createLocalFeed({ nodeId: 'node-test', clock }),
    actorTypes: [],
    publicTypes: [],
    collections,
    followers,
    metrics,
    tracer: null,
    operators: createOperatorAuth({ operators: [] }),
    limits: createRouteLimits({
      ...{ limiter: createMemoryRateLimiter({ clock }), clock, perMinute: 0, trustProxy: false },
      addressOf: () => null,
    }),
    requireRoom: () => undefined,
    ownSecret: (name) => `a-secret-for-tests-of-more-than-32-characters/${name}`,
    harness: {},
    ...parts,
  };
}
