import { type ActorScope, type AnyMachineSnapshot, type AnyStateMachine, type EventObject, initialTransition, transition } from 'xstate';
import type { PersistedSnapshot } from '../record/record.ts';
import type { AskedAction } from './asked-action.ts';
import { createSimpleSteps } from './simple-steps.ts';

export type Stepped = {
  readonly snapshot: AnyMachineSnapshot;
  /** Empty and shared when nothing was asked. Valid until the next step: copy what you keep. */
  readonly actions: readonly AskedAction[];
};

/** Steps one machine, purely. Not re-entrant, which a synchronous function cannot be anyway. */
export type Stepper = {
  readonly start: (input: unknown) => Stepped;
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Stepped;
  /** Whether any transition is selected: what tells "nothing to change" from "not expected in this state". */
  readonly expects: (snapshot: AnyMachineSnapshot, event: EventObject) => boolean;
  /** @throws Error when the machine has no such state */
  readonly restore: (persisted: PersistedSnapshot) => AnyMachineSnapshot;
  /** How many steps were taken, those that changed nothing included. */
  readonly taken: () => number;
};

type Scope = ActorScope<AnyMachineSnapshot, EventObject>;

/**
 * XState's public `transition()` builds an actor scope on every call, which costs more than the step itself (0.41 of a live actor's
 * `send`, against 1.3 with a kept scope; `docs/measurements.md`). So one scope is taken from XState's own hands and kept. The scope's shape is
 * XState's inner business: its version is pinned, and `test/unit/runtime/stepper.test.ts` holds this against `transition()` on random events.
 *
 * The list of actions is cleared before every step, since a step that threw leaves its own behind. Immediate raises show up in it
 * although the same step has processed them, hence the filter on `xstate.`; every other built-in is refused by the house rules.
 */
export function createStepper(machine: AnyStateMachine): Stepper {
  const scope = takeScope(machine);
  const takeSimply = createSimpleSteps(machine);
  const collected: AskedAction[] = [];
  let taken = 0;
  scope.actionExecutor = (action) => {
    if (!action.type.startsWith('xstate.')) collected.push({ type: action.type, params: action.params });
  };

  return {
    start(input) {
      collected.length = 0;
      const snapshot: AnyMachineSnapshot = machine.getInitialSnapshot(scope, input);
      if (snapshot.status === 'error') throw snapshot.error;
      return { snapshot, actions: collected };
    },
    step(snapshot, event) {
      collected.length = 0;
      taken += 1;
      const next = takeSimply?.(snapshot, event, collected) ?? machine.transition(snapshot, event, scope);
      return { snapshot: next, actions: collected };
    },
    taken: () => taken,
    expects: (snapshot, event) => machine.getTransitionData(snapshot, event).length > 0,
    restore(persisted) {
      return machine.resolveState({
        value: persisted.value,
        context: persisted.context,
        status: persisted.status,
        ...('output' in persisted ? { output: persisted.output } : {}),
      });
    },
  };
}

function takeScope(machine: AnyStateMachine): Scope {
  const [snapshot] = initialTransition(machine, {});
  let taken: Scope | null = null;
  const probe = Object.create(machine, {
    transition: {
      value: (same: AnyMachineSnapshot, _event: EventObject, scope: Scope) => {
        taken = scope;
        return same;
      },
    },
  });
  transition(probe, snapshot, { type: 'probe' });
  if (taken === null) throw new Error('XState did not hand its scope to the logic: this XState version is not the one that is pinned.');
  return taken;
}
