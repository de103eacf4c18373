import { expect, test } from 'bun:test';
import { type AnyMachineSnapshot, type AnyStateMachine, assign, createMachine, initialTransition, raise, setup, transition } from 'xstate';
import { createSimpleSteps } from '../../../src/runtime/step/simple-steps.ts';
import { createStepper } from '../../../src/runtime/step/stepper.ts';
import { fc } from '../../support/seeded-fast-check.ts';

const EVENTS = ['A', 'B', 'C', 'D.one', 'D.two'] as const;
/** All states of the random machines: `x` is a leaf on three levels, `y` and `z` contain nested states. */
const PATHS = ['x', 'y', 'z', 'y.x', 'y.y', 'y.z', 'y.y.x', 'y.y.y', 'y.y.z', 'z.x', 'z.y', 'z.z'] as const;

type Context = { count: number; log: string[] };

const { implementations } = setup({
  types: { context: {} as Context, events: {} as { type: string } },
  actions: {
    count: assign({ count: ({ context }) => context.count + 1 }),
    log: assign(({ context, event }) => ({ log: [...context.log, `${event.type} ${context.count}`].slice(-6) })),
    logParams: assign({ log: ({ context }, params: unknown) => [...context.log, JSON.stringify(params)].slice(-6) }),
    same: assign({}),
    effect: (_, _params: unknown) => {},
    explode: assign(() => {
      throw new Error('boom');
    }),
    again: raise({ type: 'C' }),
  },
  guards: {
    even: ({ context }) => context.count % 2 === 0,
    few: ({ context }, { most }: { most: number }) => context.count < most,
  },
}).createMachine({ context: { count: 0, log: [] } });

const action = fc.constantFrom<object | string>(
  'count',
  'log',
  'same',
  'effect',
  'explode',
  'again',
  { type: 'logParams', params: { fixed: 1 } },
  { type: 'effect', params: ({ context }: { context: { count: number } }) => ({ count: context.count }) },
  { type: 'logParams', params: ({ event }: { event: { type: string } }) => event.type },
  assign({ count: 0 }),
);
/**
 * Random lists of actions, which are often empty. Otherwise nearly every random machine would contain an action that throws or raises
 * events, and nothing else would be tested.
 */
const actions = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(action, { minLength: 1, maxLength: 3 }) },
);
const guard = fc.constantFrom(undefined, undefined, 'even', { type: 'few', params: { most: 4 } });
const going = fc.record({
  target: fc.option(
    fc.constantFrom(...PATHS).map((path) => `#m.${path}`),
    { nil: undefined },
  ),
  guard,
  actions,
  reenter: fc.boolean(),
});
const transitions = fc.dictionary(fc.constantFrom(...EVENTS, '*', 'D.*'), fc.array(going, { minLength: 1, maxLength: 2 }), { maxKeys: 3 });
const always = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  // An `always` transition whose own action makes its guard false, so that it is not taken again and again.
  {
    weight: 1,
    arbitrary: fc.constantFrom(...PATHS).map((path) => ({ always: { guard: 'even', target: `#m.${path}`, actions: 'count' } })),
  },
);
const common = fc
  .record({ on: transitions, entry: actions, exit: actions, tags: fc.constantFrom([], ['tagged']), always })
  .map(({ always: self, ...rest }) => ({ ...rest, ...self }));
const leaf = fc
  .tuple(common, fc.constantFrom('atomic', 'atomic', 'atomic', 'atomic', 'final'))
  .map(([rest, type]) => (type === 'final' ? { entry: rest.entry, type } : rest));
const around = (inner: fc.Arbitrary<object>, child: fc.Arbitrary<object>) =>
  fc
    .tuple(common, fc.constantFrom('x', 'y', 'z'), leaf, inner, child)
    .map(([rest, initial, x, y, z]) => ({ ...rest, initial, states: { x, y, z } }));
const machines = fc
  .tuple(
    fc.record({ on: transitions, entry: actions }),
    fc.constantFrom('x', 'y', 'z'),
    leaf,
    around(around(leaf, leaf), leaf),
    around(leaf, leaf),
  )
  .map(([rest, initial, x, y, z]): AnyStateMachine => {
    const config: object = {
      ...rest,
      options: { maxIterations: 20 },
      id: 'm',
      context: { count: 0, log: [] },
      initial,
      states: { x, y, z },
    };
    // The types of random machine configurations are unknown, so they are cast. A limit ends machines whose raised events and `always`
    // transitions loop forever.
    return createMachine(config as never, { actions: implementations.actions, guards: implementations.guards } as never);
  });

const shape = (snapshot: AnyMachineSnapshot) => ({
  value: snapshot.value,
  context: snapshot.context,
  status: snapshot.status,
  output: snapshot.output,
  tags: [...snapshot.tags].sort(),
  nodes: snapshot._nodes.map(({ id }) => id).sort(),
  history: snapshot.historyValue,
});
const asked = (all: readonly { type: string; params: unknown }[]) =>
  all.filter(({ type }) => !type.startsWith('xstate.')).map(({ type, params }) => ({ type, params }));

function attempt<T>(step: () => T): T | string {
  try {
    return step();
  } catch (error) {
    return String(error);
  }
}

test('steps of random machines equal those of the public transition(), and most are taken without it', () => {
  let taken = 0;
  let left = 0;
  fc.assert(
    fc.property(machines, fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (machine, events) => {
      // A machine whose first entry action throws cannot start, so there are no steps to compare.
      const started = attempt(() => initialTransition(machine, undefined));
      if (typeof started === 'string' || started[0].status !== 'active') return;
      const simple = createSimpleSteps(machine);
      const stepper = createStepper(machine);
      let theirs: AnyMachineSnapshot = started[0];
      let ours: AnyMachineSnapshot = started[0];
      for (const type of events) {
        const event = { type };
        const theirStep = attempt(() => {
          const [snapshot, all] = transition(machine, theirs as never, event as never);
          return { snapshot: snapshot as AnyMachineSnapshot, actions: asked(all as never) };
        });
        const ourStep = attempt(() => {
          const { snapshot, actions: all } = stepper.step(ours, event);
          return { snapshot, actions: asked(all) };
        });
        if (typeof theirStep === 'string' || typeof ourStep === 'string') {
          expect(ourStep).toEqual(theirStep);
          continue;
        }
        expect(shape(ourStep.snapshot)).toEqual(shape(theirStep.snapshot));
        expect(ourStep.actions).toEqual(theirStep.actions);
        // For an event that changes nothing, the stepper must return the same snapshot object, because this is how the runtime detects that
        // there is nothing to write.
        expect(ourStep.snapshot === ours).toBe(theirStep.snapshot === theirs);
        if (simple?.(ours, event, []) == null) left += 1;
        else taken += 1;
        if (theirStep.snapshot.status !== 'active') return;
        theirs = theirStep.snapshot;
        ours = ourStep.snapshot;
      }
    }),
    { numRuns: 1_500 },
  );
  expect(taken).toBeGreaterThan(left / 2);
  expect(left).toBeGreaterThan(0);
}, 60_000);

test('a machine with parallel regions or history is left to XState', () => {
  const child = { initial: 'on', states: { on: {}, off: {} } } as const;
  expect(createSimpleSteps(createMachine({ type: 'parallel', states: { one: child, two: child } }))).toBeNull();
  const remembering = createMachine({ initial: 'one', states: { one: { initial: 'on', states: { on: {}, last: { type: 'history' } } } } });
  expect(createSimpleSteps(remembering)).toBeNull();
});

test('a machine that spawns in an assign fails its step', () => {
  const machine = setup({
    types: { context: {} as { child: unknown } },
    actors: { child: createMachine({}) },
    actions: { start: assign({ child: ({ spawn }) => spawn('child') }) },
  }).createMachine({ context: { child: null }, on: { GO: { actions: 'start' } } });
  const stepper = createStepper(machine);
  const { snapshot } = stepper.start(undefined);
  expect(() => stepper.step(snapshot, { type: 'GO' })).toThrow('must not spawn');
});
