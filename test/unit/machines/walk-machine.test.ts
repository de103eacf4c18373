import { describe, expect, test } from 'bun:test';
import { assign, setup } from 'xstate';
import { walkMachine } from '../../support/walk-machine.ts';

type Event = { readonly type: 'GO' | 'STOP'; readonly at: number };

const machine = setup({
  types: { context: {} as { readonly goes: number }, events: {} as Event },
  actions: { count: assign(({ context }) => ({ goes: context.goes + 1 })) },
  guards: { isTired: ({ context }) => context.goes > 1 },
}).createMachine({
  id: 'walker',
  context: { goes: 0 },
  initial: 'still',
  states: {
    still: { on: { GO: { target: 'moving', actions: 'count' } } },
    moving: { always: { guard: 'isTired', target: 'asleep' }, on: { STOP: 'still' } },
    asleep: {},
  },
});
const go: Event = { type: 'GO', at: 0 };
const stop: Event = { type: 'STOP', at: 0 };
const walk = { input: undefined, samples: [go, stop] };

describe('walking a machine', () => {
  test('reports nothing when all transitions were taken, eventless ones too', () => {
    const report = walkMachine(machine, { ...walk, paths: [{ name: 'tires', events: [go, stop, go], ends: 'asleep' }] });
    expect(report).toMatchObject({ uncovered: [], problems: [], transitions: 3 });
    expect(report.states).toHaveLength(3);
  });

  test('reports what no path took', () => {
    const report = walkMachine(machine, { ...walk, paths: [{ name: 'goes', events: [go] }] });
    expect(report.uncovered).toEqual(['moving --STOP--> still', 'moving --(always) [isTired]--> asleep']);
  });

  test('reports a path that ends elsewhere, and an event without a sample', () => {
    const report = walkMachine(machine, { ...walk, samples: [go], paths: [{ name: 'goes', events: [go], ends: 'still' }] });
    expect(report.problems).toEqual(['no sample of the event STOP', 'path "goes" ended in "moving", not in "still"']);
  });

  test('begins in the given state', () => {
    const from = { value: 'still', context: { goes: 1 } } as const;
    expect(walkMachine(machine, { ...walk, paths: [{ name: 'tired', from, events: [go], ends: 'asleep' }] }).problems).toEqual([]);
  });
});
