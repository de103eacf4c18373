import type { AnyStateMachine } from 'xstate';
import type { ActorDefinition, ActorSpec, EffectSpec, EffectSpecs, EventOf, Unstamped } from './definition.ts';
import { houseRuleProblems } from './house-rules.ts';
import { keySpecProblems } from './key-spec.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * Binds a machine to its name, version, event schemas, effects, view and due time. All of the following faults of a definition are found
 * here, at the start of the program, and not only at the actor's first event: machines that use a feature listed by `houseRuleProblems`,
 * actions that are neither an assign nor a declared effect, effects without a deadline, invalid retry policies, more than four index keys,
 * a gap in the migrations.
 *
 * @throws Error that lists every problem, one per line
 *
 * @example const lampMachine = setup({ types: { events: {} as { type: 'PRESS'; at: number } } }).createMachine({ initial: 'off', states: {
 * off: { on: { PRESS: 'on' } }, on: { on: { PRESS: 'off' } } }, }); const lamp = defineActor({ type: 'lamp', version: 1, machine:
 * lampMachine, events: { PRESS: v.object({ type: v.literal('PRESS') }) }, effects: {}, keys: { status: ({ value }) => String(value) },
 * view: ({ value }) => ({ isOn: value === 'on' }), due: () => null, });
 */
export function defineActor<
  TMachine extends AnyStateMachine,
  const TEvents extends { readonly [K in EventOf<TMachine>['type']]?: StandardSchema<Unstamped<Extract<EventOf<TMachine>, { type: K }>>> },
  const TEffects extends EffectSpecs<TMachine>,
  TView,
  TSeen = never,
>(spec: ActorSpec<TMachine, TEvents, TEffects, TView, TSeen>): ActorDefinition<TMachine, TEvents, TEffects, TView, TSeen> {
  const effects = new Map<string, EffectSpec<TMachine, unknown>>(Object.entries(spec.effects));
  const problems = [
    ...nameProblems(spec.type),
    ...versionProblems(spec.version, spec.migrations ?? {}),
    ...(spec.triggers !== undefined && spec.tick === undefined
      ? ['triggers without a tick: define `tick`, which creates the event that a fulfilled trigger sends']
      : []),
    ...keySpecProblems(spec.keys),
    ...houseRuleProblems(spec.machine, new Set(effects.keys())),
    ...[...effects].flatMap(([name, effect]) => effectProblems(name, effect)),
  ];
  if (problems.length > 0)
    throw new Error(`The actor definition "${spec.type}" is not valid:\n${problems.map((p) => `- ${p}`).join('\n')}`);
  return Object.freeze({ ...spec });
}

function nameProblems(type: string): string[] {
  return /^[a-z][a-z0-9-]*$/.test(type) ? [] : [`type "${type}": use lower-case words with dashes, such as "paid-invoice"`];
}

function versionProblems(version: number, migrations: object): string[] {
  if (!Number.isInteger(version) || version < 1) return [`version ${version}: use a whole number from 1`];
  const missing = Array.from({ length: version - 1 }, (_, i) => i + 2).filter((to) => !(String(to) in migrations));
  return missing.map((to) => `the migration to version ${to} is missing, so snapshots of version ${to - 1} could not be read`);
}

function effectProblems<TMachine extends AnyStateMachine>(name: string, effect: EffectSpec<TMachine, unknown>): string[] {
  const problems: string[] = [];
  if (!(Number.isFinite(effect.deadlineMs) && effect.deadlineMs > 0)) problems.push(`effect "${name}": deadlineMs must be above 0`);
  const { retry, delayMs = 0 } = effect;
  if (!(Number.isFinite(delayMs) && delayMs >= 0)) problems.push(`effect "${name}": delayMs must be 0 or above`);
  if (effect.endIsStored === 'with-next' && effect.safety !== 'idempotent')
    problems.push(`effect "${name}": only the end of an idempotent effect may be stored with the next commit`);
  if (retry) {
    if (!Number.isInteger(retry.maxAttempts) || retry.maxAttempts < 1)
      problems.push(`effect "${name}": retry.maxAttempts must be a whole number from 1`);
    if (!(Number.isFinite(retry.firstDelayMs) && retry.firstDelayMs > 0))
      problems.push(`effect "${name}": retry.firstDelayMs must be above 0`);
    if (!(Number.isFinite(retry.maxDelayMs) && retry.maxDelayMs >= retry.firstDelayMs))
      problems.push(`effect "${name}": retry.maxDelayMs must be at least firstDelayMs`);
  }
  return problems;
}
