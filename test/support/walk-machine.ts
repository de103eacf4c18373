import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type ContextFrom,
  createActor,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
  type StateValue,
  transition,
} from 'xstate';

/**
 * An event to send, or a function that creates the event from the current snapshot. Functions are used for events that contain a number
 * which the machine counts.
 */
export type WalkStep<TMachine extends AnyStateMachine> = EventFromLogic<TMachine> | StepMaker<TMachine>;
type StepMaker<TMachine extends AnyStateMachine> = (snapshot: SnapshotFrom<TMachine>) => EventFromLogic<TMachine>;

export type WalkPath<TMachine extends AnyStateMachine> = {
  readonly name: string;
  /** The state in which the path starts; default: the machine's initial state. */
  readonly from?: { readonly value: StateValue; readonly context: ContextFrom<TMachine> };
  readonly events: readonly WalkStep<TMachine>[];
  /** The state in which the path must end. */
  readonly ends?: StateValue;
};

export type WalkReport = {
  /** Transitions of the machine that no path took, as `state --EVENT [guard]--> target`. The list should be empty. */
  readonly uncovered: readonly string[];
  /**
   * Problems: paths with a wrong end, event types without a sample, and unexpected events that changed something. The list should be empty.
   */
  readonly problems: readonly string[];
  readonly transitions: number;
  readonly states: readonly string[];
};

/**
 * Runs the given paths through a machine, and reports every transition of the machine that none of them took (including guarded
 * alternatives and eventless transitions). In each state along the paths, it also tries each sample event and one unknown event. If the
 * machine has no transition for an event, nothing may change and no effect may be requested. `samples` needs one event of each type.
 *
 * @example
 * const report = walkMachine(machine, { input, samples: [...], paths: [{ name: 'buys', events: [...], ends: 'done' }] });
 * expect(report.uncovered).toEqual([]);
 * expect(report.problems).toEqual([]);
 */
export function walkMachine<TMachine extends AnyStateMachine>(
  machine: TMachine,
  walk: {
    readonly input: InputFrom<TMachine>;
    readonly samples: readonly EventFromLogic<TMachine>[];
    readonly paths: readonly WalkPath<TMachine>[];
  },
): WalkReport {
  const all = transitionsOf(machine.root);
  const taken = new Set<AnyTransitionDefinition>();
  const visited = new Map<string, AnyMachineSnapshot>();
  const samples: readonly AnyEventObject[] = walk.samples;
  const problems = missingSamples(machine, samples);

  for (const path of walk.paths) {
    const end = walkPath(machine, walk.input, path, taken, (snapshot) => {
      const state = JSON.stringify(snapshot.value);
      if (!visited.has(state)) visited.set(state, snapshot);
    });
    if (path.ends !== undefined && JSON.stringify(end.value) !== JSON.stringify(path.ends)) {
      problems.push(`path "${path.name}" ended in ${JSON.stringify(end.value)}, not in ${JSON.stringify(path.ends)}`);
    }
  }
  for (const [state, snapshot] of visited) {
    for (const sample of [...samples, { type: 'walk.unknown', at: 0 }]) problems.push(...probe(machine, state, snapshot, sample));
  }
  return {
    uncovered: all.filter(({ definition }) => !taken.has(definition)).map(({ name }) => name),
    problems,
    transitions: all.length,
    states: [...visited.keys()],
  };
}

function walkPath<TMachine extends AnyStateMachine>(
  machine: TMachine,
  input: InputFrom<TMachine>,
  path: WalkPath<TMachine>,
  taken: Set<AnyTransitionDefinition>,
  visit: (snapshot: AnyMachineSnapshot) => void,
): AnyMachineSnapshot {
  // A live XState actor is used, because only its inspection reports which transitions were taken, including eventless ones. Its effects do
  // nothing.
  const actor = createActor<AnyStateMachine>(machine, {
    input,
    ...(path.from ? { snapshot: machine.resolveState({ value: path.from.value, context: path.from.context }) } : {}),
    inspect: (seen) => {
      if (seen.type === '@xstate.microstep') for (const definition of seen._transitions) taken.add(definition);
    },
  });
  const failures: unknown[] = [];
  actor.subscribe({ error: (error) => failures.push(error) });
  actor.start();
  visit(actor.getSnapshot());
  for (const step of path.events) {
    // The cast restores the snapshot's type: the steps expect snapshots of this machine, but the generic actor no longer has that type.
    const event: AnyEventObject = isMaker(step) ? step(actor.getSnapshot() as SnapshotFrom<TMachine>) : step;
    actor.send(event);
    if (failures.length > 0) throw new Error(`path "${path.name}": the machine threw on ${event.type}`, { cause: failures[0] });
    visit(actor.getSnapshot());
  }
  const end = actor.getSnapshot();
  actor.stop();
  return end;
}

function isMaker<TMachine extends AnyStateMachine>(step: WalkStep<TMachine>): step is StepMaker<TMachine> {
  return typeof step === 'function';
}

function probe(machine: AnyStateMachine, state: string, snapshot: AnyMachineSnapshot, event: AnyEventObject): string[] {
  if (machine.getTransitionData(snapshot, event).length > 0) return [];
  const before = JSON.stringify(snapshot);
  const [next, actions] = transition(machine, snapshot, event);
  const problems: string[] = [];
  if (JSON.stringify(next) !== before) problems.push(`the unexpected event ${event.type} changed state ${state}`);
  if (actions.length > 0) problems.push(`the unexpected event ${event.type} in state ${state} asked for ${actions.length} effects`);
  return problems;
}

function missingSamples(machine: AnyStateMachine, samples: readonly AnyEventObject[]): string[] {
  const given = new Set(samples.map(({ type }) => type));
  return machine.events.filter((type) => type !== '*' && !given.has(type)).map((type) => `no sample of the event ${type}`);
}

function transitionsOf(root: AnyStateNode): { name: string; definition: AnyTransitionDefinition }[] {
  return nodesOf(root).flatMap((node) => {
    const definitions: AnyTransitionDefinition[] = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    return definitions.map((definition) => ({ name: nameOf(node, definition), definition }));
  });
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child: AnyStateNode) => nodesOf(child))];
}

function nameOf(node: AnyStateNode, { eventType, guard, target }: AnyTransitionDefinition): string {
  const state = node.path.join('.') || '(any)';
  const targets = target?.map(({ path }: AnyStateNode) => path.join('.')).join(', ') ?? '(stays)';
  return `${state} --${eventType || '(always)'}${guard ? ` [${guardName(guard)}]` : ''}--> ${targets}`;
}

function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) {
    return 'params' in guard && guard.params !== undefined ? `${guard.type} ${JSON.stringify(guard.params)}` : String(guard.type);
  }
  return typeof guard === 'function' ? guard.name || 'guard' : 'guard';
}
