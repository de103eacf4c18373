import { type ActorScope, type AnyMachineSnapshot, type AnyStateMachine, type EventObject, initialTransition, transition } from 'xstate';
import type { PersistedSnapshot } from '../record/record.ts';
import type { AskedAction } from './asked-action.ts';
import { createSimpleSteps } from './simple-steps.ts';

export type Stepped = {
  readonly snapshot: AnyMachineSnapshot;
  /**
   * The actions that the step has requested. The list is valid only until the next step, so a caller that keeps it must copy it. When there
   * are no actions, it is a shared empty list.
   */
  readonly actions: readonly AskedAction[];
};

/** Computes the steps of one state machine, without side effects and synchronously. */
export type Stepper = {
  readonly start: (input: unknown) => Stepped;
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Stepped;
  /**
   * Whether the machine has a transition for the event in this state. This distinguishes an expected event that changes nothing from an
   * unexpected one.
   */
  readonly expects: (snapshot: AnyMachineSnapshot, event: EventObject) => boolean;
  /** Converts a stored snapshot to a snapshot of the machine. @throws Error when the machine has no such state */
  readonly restore: (persisted: PersistedSnapshot) => AnyMachineSnapshot;
  /** Number of steps computed so far, including those that changed nothing. */
  readonly taken: () => number;
};

type Scope = ActorScope<AnyMachineSnapshot, EventObject>;

/**
 * Creates a stepper that reuses one actor scope. XState's public `transition()` builds a scope on every call, which takes longer than the
 * step itself. (With a new scope, a step has 0.41 times the speed of a live actor's `send`; with a reused scope, 1.3 times:
 * `docs/measurements.md`). The scope is obtained from XState once. Its shape is internal to XState, so the version is pinned, and
 * `test/unit/runtime/stepper.test.ts` compares the results with `transition()` on random events. The list of actions is cleared before
 * every step, since a step that threw leaves its own actions in it. Immediate raises appear in the list although the same step has already
 * processed them, so actions whose name begins with `xstate.` are left out. `houseRuleProblems` refuses machines with any other built-in
 * action.
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
  if (taken === null) throw new Error('XState did not pass its scope to the logic: this version of XState is not the pinned one.');
  return taken;
}
