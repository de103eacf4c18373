import { expect, test } from 'bun:test';
import { modules, probeSpecs } from '../../../src/app/registry.ts';
import { startAllModules } from '../../support/start-all-modules.ts';

/**
 * For each module, lists of modules in which one of its declarations is missing; the test suite must detect each. Other tests cover:
 * `needs`, which the compiler checks; collections (test/integration/migrate/collections.test.ts); examinations, whose findings are listed
 * in the doctor's tests.
 */
const less = modules.flatMap((module, at) => {
  const without = (part: 'actors' | 'metrics' | 'probes' | 'followers', one: unknown, name: string) => {
    const kept: readonly unknown[] = module[part] ?? [];
    const short = { ...module, [part]: kept.filter((each) => each !== one) };
    return [`${module.name} without ${name} of its ${part}`, [...modules.slice(0, at), short]] as const;
  };
  const { tag: _tag, ...untagged } = module;
  const { settings: _settings, ...unset } = module;
  return [
    ...module.actors.map((actor) => without('actors', actor, actor.type)),
    ...(module.metrics ?? []).map((family) => without('metrics', family, family.name)),
    ...(module.probes ?? []).map((probe) => without('probes', probe, probe.name)),
    ...(module.followers ?? []).map((follower) => without('followers', follower, follower.name)),
    ...(module.tag === undefined ? [] : [[`${module.name} without its tag`, [...modules.slice(0, at), untagged]] as const]),
    // The other modules of the program are kept in this list, because they may read the missing settings too.
    ...(module.settings === undefined ? [] : [[`${module.name} without its settings`, modules.with(at, unset)] as const]),
  ];
});

test('all modules start over memory, with probes of a chain', async () => {
  const { started } = await startAllModules();
  expect(started.probes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['chain 137', 'chain 137 endpoints', 'chain 137 progress']),
  );
  expect(started.followers.map(({ spec }) => spec.name)).toEqual(expect.arrayContaining(['autopilot', 'dca']));
});

test.each(less)('%s: the start fails', async (_what, list) => {
  await expect(startAllModules(list)).rejects.toThrow();
});

test('no two modules have a tag of the same name, and no two probes the same name', () => {
  const tags = modules.flatMap(({ tag }) => tag?.name ?? []);
  expect(new Set(tags).size).toBe(tags.length);
  const probes = probeSpecs.map(({ name }) => name);
  expect(new Set(probes).size).toBe(probes.length);
});
