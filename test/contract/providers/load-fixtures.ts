import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderFixture } from './provider-fixture.ts';

/** Loads every fixture in `fixtures/`, sorted by name. */
export async function loadFixtures(): Promise<readonly ProviderFixture[]> {
  const folder = join(import.meta.dir, 'fixtures');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const loaded = await Promise.all(files.map(async (file): Promise<ProviderFixture> => (await import(join(folder, file))).fixture));
  for (const [index, fixture] of loaded.entries()) {
    if (`${fixture?.name}.ts` !== files[index]) throw new Error(`fixtures/${files[index]} exports no fixture of that name`);
  }
  return loaded.sort((a, b) => (a.name < b.name ? -1 : 1));
}
