import { expect, test } from 'bun:test';
import { trade } from '../../../actors/trade/actor.ts';
import { modules } from '../../../src/app/registry.ts';
import { lateClient } from '../../../src/module/late-client.ts';
import { type AnyModule, defineModule, type Started } from '../../../src/module/module.ts';
import { orderModules } from '../../../src/module/order-modules.ts';
import { startModules } from '../../../src/module/start-modules.ts';
import { createLate } from '../../../src/values/late.ts';
import { testPlatform } from '../../support/test-platform.ts';

const platform = () => testPlatform({ clock: { now: () => 0 }, actors: lateClient(createLate('the system')) });

function moduleOf(name: string, needs: readonly string[] = [], start?: () => Started<unknown>): AnyModule {
  return {
    ...{ name, actors: [], collections: [] },
    needs: Object.fromEntries(needs.map((need) => [need, true])),
    start: start ?? (() => ({ gives: name })),
  };
}
const listOf = (...all: readonly AnyModule[]) => Object.fromEntries(all.map((module) => [module.name, module]));

test('each module comes after those that it needs, whatever the order of the list', () => {
  const all = [moduleOf('a', ['c']), moduleOf('b', ['a', 'd']), moduleOf('c'), moduleOf('d', ['c'])];
  const names = orderModules(listOf(...all)).map(({ name }) => name);
  expect(names).toEqual(['c', 'a', 'd', 'b']);
  expect(orderModules(listOf(...all.toReversed())).map(({ name }) => name)).toEqual(names);
});

test('an unmet need, a cycle, and a wrong name are reported', () => {
  expect(() => orderModules(listOf(moduleOf('a', ['x'])))).toThrow('The module "a" needs "x", which is not in the list');
  expect(() => orderModules(listOf(moduleOf('a', ['b']), moduleOf('b', ['a'])))).toThrow(
    'These modules need each other in a circle: a > b > a',
  );
  expect(() => orderModules({ b: moduleOf('a') })).toThrow('The module "a" is listed as "b"');
});

test('a module is started with what the modules that it needs provide, and is closed after modules that started later', async () => {
  const seen: string[] = [];
  const first = defineModule({
    ...{ name: 'first', needs: {}, actors: [], collections: [] },
    start: () => ({ gives: { word: 'hello' }, stop: async () => void seen.push('first stops') }),
  });
  const second = defineModule({
    ...{ name: 'second', needs: { first: true }, actors: [], collections: [] },
    start(_platform, needs: { readonly first: { readonly word: string } }) {
      seen.push(needs.first.word);
      return { gives: null, stop: async () => void seen.push('second stops'), beforeTicks: async () => void seen.push('before ticks') };
    },
  });
  const stops: (() => Promise<void>)[] = [];
  const started = await startModules(orderModules({ second, first }), { platform: platform(), settings: {} }, (stop) => stops.push(stop));
  await started.beforeTicks();
  for (const stop of stops.reverse()) await stop();
  expect(seen).toEqual(['hello', 'before ticks', 'second stops', 'first stops']);
  expect(started.given.get('first')).toEqual({ word: 'hello' });
});

test('a module without the actors that it declares does not start', async () => {
  const silent: AnyModule = { ...moduleOf('silent'), actors: [trade] };
  await expect(startModules([silent], { platform: platform(), settings: {} }, () => undefined)).rejects.toThrow(
    'The module "silent" declares the actors [trade] but starts []',
  );
});

test('no two modules have an actor type or a collection of the same name', () => {
  const types = modules.flatMap(({ actors }) => actors.map(({ type }) => type));
  const names = modules.flatMap(({ collections }) => collections.map(({ name }) => name));
  expect(new Set(types).size).toBe(types.length);
  expect(new Set(names).size).toBe(names.length);
});

test('a late value cannot be used before it is set, nor be set twice', () => {
  const late = createLate<number>('the number');
  expect(late.get).toThrow('Used before it was created: the number');
  late.set(7);
  expect(late.get()).toBe(7);
  expect(() => late.set(8)).toThrow('Created twice: the number');
});
