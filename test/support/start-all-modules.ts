import { ownMetrics } from '../../src/app/own-metrics.ts';
import { modules } from '../../src/app/registry.ts';
import { compileSettings } from '../../src/config/compile-settings.ts';
import { lateClient } from '../../src/module/late-client.ts';
import type { AnyModule } from '../../src/module/module.ts';
import type { Platform } from '../../src/module/platform.ts';
import { type StartedModules, startModules } from '../../src/module/start-modules.ts';
import { createPromMetrics } from '../../src/platform/metrics/prom-metrics.ts';
import { createLate } from '../../src/values/late.ts';
import { testPlatform } from './test-platform.ts';

/** Settings with one chain. Nothing listens at the URL of its RPC endpoint, and the tests never call it. */
const ENV = { DEVNET: '0', SERVICE_BRAND: 'Acme', RPC_137: 'http://127.0.0.1:1' };

/**
 * Starts modules with stores in memory, without an actor system and without external calls, and stops them again.
 * @param list modules in the order in which they start; missing: all modules of the program
 */
export async function startAllModules(
  list: readonly AnyModule[] = modules,
): Promise<{ readonly started: StartedModules; readonly platform: Platform }> {
  const config = compileSettings(
    ENV,
    list.flatMap(({ settings }) => settings ?? []),
  );
  const platform = testPlatform({
    ...{ config, clock: { now: () => 1_700_000_000_000 }, actors: lateClient(createLate('the system')) },
    metrics: createPromMetrics([...ownMetrics, ...list.flatMap(({ metrics = [] }) => metrics)]),
    followers: list.flatMap(({ followers = [] }) => followers),
  });
  const stops: (() => Promise<void>)[] = [];
  try {
    const started = await startModules(list, { platform, settings: config.modules }, (stop) => stops.push(stop));
    return { started, platform };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
