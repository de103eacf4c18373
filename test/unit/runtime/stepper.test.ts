import { expect, test } from 'bun:test';
import { type AnyMachineSnapshot, assign, initialTransition, raise, setup, transition } from 'xstate';
import { createStepper } from '../../../src/runtime/step/stepper.ts';
import { fc } from '../../support/seeded-fast-check.ts';
import { orderMachine } from './support/order-actor.ts';

type Event = { type: string; at: number; by?: number };

/**
 * A test machine with parallel regions, nested raised events, `always` transitions, guards that read the context, a final region, and
 * `done` events.
 */
const trafficMachine = setup({
  types: { context: {} as { cars: number; log: string[] }, events: {} as Event },
  actions: {
    car: assign({ cars: ({ context }) => context.cars + 1 }),
    note: assign({ log: ({ context, event }) => [...context.log, event.type].slice(-5) }),
    signal: (_, _params: { colour: string }) => {},
    warn: () => {},
    explode: assign(() => {
      throw new Error('boom');
    }),
    raiseNext: raise({ type: 'NEXT', at: 0 }),
    raiseSwitch: raise({ type: 'SWITCH', at: 0 }),
  },
  guards: { busy: ({ context }) => context.cars > 2, calm: ({ context }) => context.cars === 0 },
}).createMachine({
  id: 'traffic',
  context: { cars: 0, log: [] },
  type: 'parallel',
  entry: { type: 'signal', params: { colour: 'dark' } },
  on: { CAR: { actions: ['car', 'warn'] }, EXPLODE: { actions: ['warn', 'explode'] } },
  states: {
    light: {
      initial: 'red',
      states: {
        red: {
          entry: { type: 'signal', params: ({ context }) => ({ colour: `red ${context.cars}` }) },
          on: { NEXT: [{ guard: 'busy', target: 'green', actions: 'raiseSwitch' }, { target: 'flashing' }] },
        },
        green: {
          exit: 'warn',
          always: { guard: 'calm', target: 'red' },
          on: { NEXT: { target: 'red', reenter: true }, CAR: { actions: 'note' } },
        },
        flashing: {
          initial: 'on',
          states: { on: { on: { SWITCH: 'off' } }, off: { on: { SWITCH: 'on', NEXT: { target: 'over' } } }, over: { type: 'final' } },
          onDone: { target: 'red', actions: 'note' },
        },
      },
    },
    camera: {
      initial: 'asleep',
      states: {
        asleep: { on: { SWITCH: { target: 'awake', actions: ['raiseNext', 'warn'] } } },
        awake: { tags: ['recording'], on: { SWITCH: 'asleep', END: 'broken' } },
        broken: { type: 'final' },
      },
    },
  },
});

const trafficEvents = fc.constantFrom('NEXT', 'SWITCH', 'CAR', 'EXPLODE', 'END', 'UNKNOWN').map((type) => ({ type, at: 1 }));
const orderEvents = fc
  .constantFrom('ADD', 'NOTHING', 'PAY', 'PAY_TWICE', 'EXPLODE', 'PAY_AND_EXPLODE', 'NEXT', 'DEEPER', 'HALF', 'FINISH', 'PAID', 'PRICE')
  .map((type) => ({ type, at: 1, by: 2, amount: '3', receipt: 'r', price: null }));

const shape = (snapshot: AnyMachineSnapshot) => ({
  value: snapshot.value,
  context: snapshot.context,
  status: snapshot.status,
  output: snapshot.output,
  tags: [...snapshot.tags],
});
/** Returns the actions that a live XState actor would run: all except the raised events, which the same step has already processed. */
const asked = (actions: readonly { type: string; params: unknown }[]) =>
  actions.filter(({ type }) => !type.startsWith('xstate.')).map(({ type, params }) => ({ type, params }));

function sameAsPublic(
  machine: typeof orderMachine | typeof trafficMachine,
  events: fc.Arbitrary<{ type: string; at: number }>,
  input: object,
) {
  const stepper = createStepper(machine);
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), fc.boolean(), (sequence, restores) => {
      const [first, firstActions] = initialTransition(machine as typeof orderMachine, input as { owner: string });
      const started = stepper.start(input);
      expect(shape(started.snapshot)).toEqual(shape(first));
      expect(asked(started.actions)).toEqual(asked(firstActions));
      let theirs: AnyMachineSnapshot = first;
      let ours = started.snapshot;
      for (const event of sequence) {
        if (theirs.status !== 'active') break;
        const theirStep = attempt(() => transition(machine as typeof orderMachine, theirs as typeof first, event as never));
        const ourStep = attempt(() => {
          const { snapshot, actions } = stepper.step(ours, event);
          return [snapshot, asked(actions)] as const;
        });
        if (theirStep === null || ourStep === null) {
          expect(ourStep).toBe(theirStep as null);
          continue;
        }
        expect(shape(ourStep[0])).toEqual(shape(theirStep[0]));
        expect(ourStep[1]).toEqual(asked(theirStep[1]));
        theirs = theirStep[0];
        // A restored snapshot must continue as if it had never been stored.
        ours = restores ? stepper.restore(JSON.parse(JSON.stringify(ourStep[0].toJSON()))) : ourStep[0];
      }
    }),
    { numRuns: 400 },
  );
}

function attempt<T>(step: () => T): T | null {
  try {
    return step();
  } catch {
    return null;
  }
}

test('steps of a machine with nested states, raises and a final state equal those of the public transition()', () => {
  sameAsPublic(orderMachine, orderEvents, { owner: '0xa' });
});

test('steps of a machine with parallel regions, always and done events equal those of the public transition()', () => {
  sameAsPublic(trafficMachine, trafficEvents, {});
});

test('the same snapshot comes back when nothing was selected, and whether anything was is known', () => {
  const stepper = createStepper(orderMachine);
  const { snapshot } = stepper.start({ owner: '0xa' });
  expect(stepper.step(snapshot, { type: 'UNKNOWN' }).snapshot).toBe(snapshot);
  expect(stepper.expects(snapshot, { type: 'UNKNOWN' })).toBe(false);
  expect(stepper.step(snapshot, { type: 'NOTHING' }).snapshot).toBe(snapshot);
  expect(stepper.expects(snapshot, { type: 'NOTHING' })).toBe(true);
});

test('an immediate raise is no action of the step', () => {
  const stepper = createStepper(orderMachine);
  let { snapshot } = stepper.start({ owner: '0xa' });
  for (const type of ['NEXT', 'DEEPER']) snapshot = stepper.step(snapshot, { type }).snapshot;
  const { snapshot: after, actions } = stepper.step(snapshot, { type: 'HALF' });
  expect(after.value).toBe('open');
  expect(actions).toEqual([]);
});

test('a throwing step leaves no action behind for the next one', () => {
  const stepper = createStepper(orderMachine);
  const { snapshot } = stepper.start({ owner: '0xa' });
  expect(() => stepper.step(snapshot, { type: 'PAY_AND_EXPLODE' })).toThrow('boom');
  expect(stepper.step(snapshot, { type: 'NOTHING' }).actions).toEqual([]);
});

test('a machine that cannot start says why', () => {
  const stepper = createStepper(
    setup({}).createMachine({
      context: () => {
        throw new Error('no input');
      },
    }),
  );
  expect(() => stepper.start({})).toThrow('no input');
});

test('a stored state that the machine does not have is an error, not a silent start', () => {
  const stepper = createStepper(orderMachine);
  expect(() => stepper.restore({ status: 'active', value: 'gone', context: {} })).toThrow();
  expect(() => stepper.restore({ status: 'active', value: { outer: { inner: 'gone' } }, context: {} })).toThrow();
});
