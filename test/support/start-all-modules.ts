import { modules } from '../../src/app/registry.ts';
import { loadConfig } from '../../src/config.ts';
import { lateClient } from '../../src/module/late-client.ts';
import type { AnyModule } from '../../src/module/module.ts';
import type { Platform } from '../../src/module/platform.ts';
import { type StartedModules, startModules } from '../../src/module/start-modules.ts';
import { createLate } from '../../src/values/late.ts';
import { testPlatform } from './test-platform.ts';

/**
 * Starts all modules of the program over memory, without a chain and without a system of actors, and stops them again.
 * @param replace gives another module in place of one of the list
 */
export async function startAllModules(
  replace: (module: AnyModule) => AnyModule = (module) => module,
): Promise<{ readonly started: StartedModules; readonly platform: Platform }> {
  const platform = testPlatform({ clock: { now: () => 1_700_000_000_000 }, actors: lateClient(createLate('the system')) });
  const stops: (() => Promise<void>)[] = [];
  try {
    const { modules: settings } = loadConfig({ DEVNET: '0' });
    const started = await startModules(modules.map(replace), { platform, settings }, (stop) => stops.push(stop));
    return { started, platform };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
