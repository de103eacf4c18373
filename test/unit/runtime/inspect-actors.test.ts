import { expect, test } from 'bun:test';
import { assign, setup } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import type { InspectionSource, InspectionSpec } from '../../../src/runtime/define/definition.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { createInspectActors } from '../../../src/runtime/operator/inspect-actors.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import type { Gather } from '../../../src/values/inspection/outline.ts';

type Snapshot = { readonly context: { readonly height: number } };
type Seen = { readonly weather: string };

const machine = setup({
  types: {
    context: {} as { height: number },
    events: {} as { type: 'TICK'; wind: number; at: number },
    input: {} as { height: number },
  },
  actions: { rise: assign({ height: ({ context, event }) => context.height + event.wind }) },
}).createMachine({ context: ({ input }) => input, initial: 'up', states: { up: { on: { TICK: { actions: 'rise' } } } } });

const inspection: InspectionSpec<Snapshot, Seen> = {
  amounts: { chain: 'chainId', amounts: [{ path: 'height', token: 'native' }] },
  usesFacts: true,
  outline: ({ context }, { key, seen, facts }) => ({
    related: [
      { id: `wind/${String(facts?.get('wind') ?? 'none')}`, relation: `${key} at ${context.height}: ${seen?.weather ?? 'nobody looked'}` },
    ],
  }),
  show({ context }, { transactions }) {
    if (context.height > 100) throw new Error('It is out of sight.');
    return { sections: [{ kind: 'facts', title: 'Kite', facts: [] }], domain: { kind: 'kite', seen: transactions.length } };
  },
  inHand: (_snapshot, asked) => [...asked].map(([hash, what]) => ({ chainId: 1, hash, nonce: null, status: 'sent', what })),
};

const parts = {
  version: 1,
  machine,
  events: {},
  effects: {},
  keys: {},
  view: () => null,
  due: () => 0,
  tick: { facts: () => ['wind'], event: () => ({ type: 'TICK' as const, wind: 1 }) },
};
const kite = defineActor({ ...parts, type: 'kite', inspection });
const stone = defineActor({ ...parts, type: 'stone' });

function fly(source?: InspectionSource<Snapshot, Seen>) {
  const actors = [implementActor(kite, { effects: {}, inspection: source }), implementActor(stone, { effects: {} })];
  const { store, time, system } = createTestSystem({ actors });
  const missing: string[] = [];
  const gather: Gather = (what, without, ask) =>
    ask().catch((error: Error) => {
      missing.push(`${what}: ${error.message}`);
      return without;
    });
  const factsOf = async () => ({ facts: new Map([['wind', 7]]), problem: null });
  const inspect = createInspectActors({ actors, store, clock: time.clock, factsOf });
  return { system: system(), missing, inspect: (id: string) => inspect.inspect(id, gather), inHand: inspect.inHand };
}

test('a definition’s inspection is returned with the data of its source and with facts', async () => {
  const { system, inspect, missing, inHand } = fly(async ({ context }, { id, gather }) => ({
    weather: await gather('The weather', 'no weather', async () => `${id} in the sun at ${context.height}`),
  }));
  await system.of(kite, 'a').create({ height: 3 });
  const found = await inspect('kite/a');
  expect(found?.record.id).toBe('kite/a');
  expect(found?.amounts).toEqual(inspection.amounts ?? null);
  expect(found?.outline).toEqual({ related: [{ id: 'wind/7', relation: 'a at 3: kite/a in the sun at 3' }] });
  expect(found?.show([])).toEqual({ sections: [{ kind: 'facts', title: 'Kite', facts: [] }], domain: { kind: 'kite', seen: 0 } });
  expect(await inHand('kite/a', new Map([['0xa', 'A knot']]))).toEqual([
    { chainId: 1, hash: '0xa', nonce: null, status: 'sent', what: 'A knot' },
  ]);
  expect(missing).toEqual([]);
});

test('without a source only the record is inspected; a source that throws gives a sentence', async () => {
  const alone = fly();
  await alone.system.of(kite, 'a').create({ height: 3 });
  expect((await alone.inspect('kite/a'))?.outline.related?.[0]?.relation).toBe('a at 3: nobody looked');
  const broken = fly(() => Promise.reject(new Error('It rains.')));
  await broken.system.of(kite, 'a').create({ height: 3 });
  const found = await broken.inspect('kite/a');
  expect([found?.outline, found?.show([]), found?.amounts]).toEqual([{}, { sections: [] }, inspection.amounts ?? null]);
  expect(broken.missing).toEqual(['The details of the actor: It rains.']);
});

test('a type without an inspection, and one that nobody knows, show their record alone', async () => {
  const { system, inspect, inHand, missing } = fly();
  await system.of(stone, 'a').create({ height: 0 });
  const found = await inspect('stone/a');
  expect([found?.record.id, found?.amounts, found?.outline, found?.show([])]).toEqual(['stone/a', null, {}, { sections: [] }]);
  expect(await inHand('stone/a', new Map([['0xa', 'x']]))).toEqual([]);
  expect(await inHand('ghost/a', new Map())).toEqual([]);
  expect(await inspect('stone/none')).toBeNull();
  expect(missing).toEqual([]);
});
