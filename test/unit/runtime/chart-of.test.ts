import { describe, expect, test } from 'bun:test';
import { and, assign, not, setup, stateIn } from 'xstate';
import { actorDefinitions } from '../../../src/app/registry.ts';
import { actorWithoutEffects } from '../../../src/runtime/define/implement-actor.ts';
import { chartOf } from '../../../src/runtime/operator/chart-of.ts';
import { describeActorType } from '../../../src/runtime/operator/describe-actor-type.ts';
import type { ChartState, ChartTransition } from '../../../src/values/inspection/chart.ts';

const machine = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'GO' | 'STAY' | 'IGNORED' | 'NEXT' | 'HALF' } },
  actions: { ring: () => undefined, leave: () => undefined },
  guards: { isOpen: () => true, isLate: () => true, isOlder: (_, _params: { ms: number }) => true },
}).createMachine({
  id: 'sample',
  context: { count: 0 },
  initial: 'outer',
  on: { '*': { actions: 'ring' }, IGNORED: {} },
  states: {
    outer: {
      description: 'Where it begins.',
      initial: 'first',
      entry: 'ring',
      exit: ['leave', assign({ count: 1 })],
      states: {
        first: { always: { guard: and(['isOpen', not('isLate')]), target: 'last' }, on: { NEXT: 'last' } },
        last: { type: 'final', tags: ['over'] },
      },
      onDone: 'both',
      on: {
        GO: [
          { guard: 'isOpen', target: 'both', actions: [assign({ count: 2 }), 'ring'], description: 'By the door.' },
          { guard: { type: 'isOlder', params: { ms: 5 } }, target: '.last' },
          { actions: 'ring' },
        ],
        STAY: { guard: stateIn('outer.first'), target: 'outer', reenter: true },
      },
    },
    both: {
      type: 'parallel',
      states: {
        left: { initial: 'a', states: { a: { on: { HALF: ['b'] } }, b: {} } },
        right: { initial: 'a', states: { a: {}, b: {} } },
      },
      on: { GO: { target: ['.left.b', '.right.b'] } },
    },
  },
});

function stateAt(path: string): ChartState {
  const state = chartOf(machine).states.find((each) => each.path === path);
  if (state === undefined) throw new Error(`the chart has no ${path}`);
  return state;
}

const NOTHING = { targets: [], guard: null, actions: [], description: null };
const transition = (part: Partial<ChartTransition> & { event: string }): ChartTransition => ({ ...NOTHING, ...part });

describe('the chart of a machine', () => {
  test('states stand outside in, parents before their children, with their kinds', () => {
    expect(chartOf(machine).states.map(({ path, kind, parent, initial }) => [path, kind, parent, initial])).toEqual([
      ['outer', 'compound', null, 'outer.first'],
      ['outer.first', 'atomic', 'outer', null],
      ['outer.last', 'final', 'outer', null],
      ['both', 'parallel', null, null],
      ['both.left', 'compound', 'both', 'both.left.a'],
      ['both.left.a', 'atomic', 'both.left', null],
      ['both.left.b', 'atomic', 'both.left', null],
      ['both.right', 'compound', 'both', 'both.right.a'],
      ['both.right.a', 'atomic', 'both.right', null],
      ['both.right.b', 'atomic', 'both.right', null],
    ]);
    expect(chartOf(machine)).toMatchObject({ id: 'sample', initial: 'outer' });
  });

  test('a state has its words, tags and actions by name', () => {
    expect(stateAt('outer')).toMatchObject({ description: 'Where it begins.', entry: ['ring'], exit: ['leave', 'assign'] });
    expect(stateAt('outer.last')).toMatchObject({ tags: ['over'], on: [] });
  });

  test('transitions keep the order in which they are tried', () => {
    expect(stateAt('outer').on.filter(({ event }) => event === 'GO')).toEqual([
      transition({ event: 'GO', targets: ['both'], guard: 'isOpen', actions: ['assign', 'ring'], description: 'By the door.' }),
      transition({ event: 'GO', targets: ['outer.last'], guard: 'isOlder {"ms":5}' }),
      transition({ event: 'GO', actions: ['ring'] }),
    ]);
  });

  test('eventless transitions, combined guards, several targets, re-entry, and final child states', () => {
    expect(stateAt('outer.first').on).toEqual([
      transition({ event: '', targets: ['outer.last'], guard: 'and(isOpen, not(isLate))' }),
      transition({ event: 'NEXT', targets: ['outer.last'] }),
    ]);
    expect(stateAt('both').on).toEqual([transition({ event: 'GO', targets: ['both.left.b', 'both.right.b'] })]);
    expect(stateAt('outer').on).toContainEqual(transition({ event: 'STAY', targets: ['outer'], guard: 'stateIn(outer.first)' }));
    expect(stateAt('outer').on).toContainEqual(transition({ event: 'xstate.done.state.sample.outer', targets: ['both'] }));
  });

  test('wildcards and events that are ignored belong to the machine', () => {
    expect(chartOf(machine).on).toEqual([transition({ event: '*', actions: ['ring'] }), transition({ event: 'IGNORED' })]);
  });
});

const real = actorDefinitions.map((definition) => actorWithoutEffects(definition).definition);
describe.each(real.map((definition) => [definition.type, definition] as const))('the chart of %s', (_type, definition) => {
  const { chart, events, effects } = describeActorType(definition);
  const paths = new Set(chart.states.map(({ path }) => path));
  const all = [...chart.on, ...chart.states.flatMap(({ on }) => on)];

  test('every end of a transition and every beginning is one of its states', () => {
    const ends = [chart.initial, ...chart.states.flatMap(({ initial }) => initial ?? []), ...all.flatMap(({ targets }) => targets)];
    expect(ends.filter((path) => !paths.has(path))).toEqual([]);
    expect(paths.size).toBe(chart.states.length);
  });

  test('all its states can be reached', () => {
    const entered = new Set(['', chart.initial]);
    for (let size = 0; size < entered.size; ) {
      size = entered.size;
      for (const path of [...entered]) {
        const state = chart.states.find((each) => each.path === path);
        for (const end of [state?.initial, state?.parent, ...(state?.on ?? chart.on).flatMap(({ targets }) => targets)]) {
          if (end !== null && end !== undefined) entered.add(end);
        }
      }
    }
    expect([...paths].filter((path) => !entered.has(path))).toEqual([]);
  });

  test('nothing is without a name, and no name is of a function', () => {
    const names = [...all.flatMap(({ guard, actions }) => [guard ?? 'none', ...actions]), ...effects.map(({ name }) => name)];
    expect(names.filter((name) => ['', 'a guard', 'an action'].includes(name) || name.includes('=>'))).toEqual([]);
  });

  test('every event that may come from outside has its schema, and every event of the machine is named once', () => {
    const outside = events.filter(({ from }) => from === 'outside');
    expect(outside.map(({ type }) => type)).toEqual(Object.keys(definition.events));
    expect(outside.filter(({ schema }) => schema === null)).toEqual([]);
    const known = new Set(events.map(({ type }) => type));
    expect(known.size).toBe(events.length);
    expect(all.map(({ event }) => event).filter((event) => /^[A-Z]/.test(event) && !known.has(event))).toEqual([]);
    expect(definition.tick === undefined || events.some(({ from }) => from === 'inside')).toBe(true);
  });

  test('it is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
  });
});
