import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRamp, rampEntries } from '../../../src/features/ramps/ramp-entries.ts';
import type { RampProvider } from '../../../src/features/ramps/ramp-provider.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { RampFixture } from './ramp-fixture.ts';

/** Loads every fixture in `fixtures/`, sorted by name. */
export async function loadRamps(): Promise<readonly RampFixture[]> {
  const folder = join(import.meta.dir, 'fixtures');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const loaded = await Promise.all(files.map(async (file): Promise<RampFixture> => (await import(join(folder, file))).fixture));
  for (const [index, fixture] of loaded.entries())
    if (`${fixture?.name}.ts` !== files[index]) throw new Error(`fixtures/${files[index]} exports no fixture of that name`);
  return loaded.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Creates a fixture's adapter, whose every API is at one address. */
export function adapterOf({ name, keys, nowMs }: RampFixture, baseUrl: string): RampProvider {
  const entry = rampEntries.find(({ traits }) => traits.name === name);
  if (entry === undefined) throw new Error(`There is no ramp provider ${name}`);
  const clock = { now: () => nowMs };
  const replaced = { ...keys, url: baseUrl, gatewayUrl: baseUrl };
  return createRamp(entry, { keys: replaced, secrets: [] }, { fetch, clock, records: createMemoryRecordStore({ clock }) }).provider;
}
