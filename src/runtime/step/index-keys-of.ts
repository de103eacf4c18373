import type { AnyMachineSnapshot } from 'xstate';
import { type IndexKeys, keysProblem } from '../../values/index-keys.ts';
import type { CompiledActor } from './compile-actor.ts';

/** Computes the index keys of a snapshot. Returns the previous object when no value changed. @throws Error when a value is not allowed */
export function indexKeysOf({ keys }: CompiledActor, snapshot: AnyMachineSnapshot, previous: IndexKeys): IndexKeys {
  let isSame = true;
  for (const { name, of } of keys) if (of(snapshot) !== (previous[name] ?? null)) isSame = false;
  if (isSame) return previous;
  const next = { status: null, ...Object.fromEntries(keys.map(({ name, of }) => [name, of(snapshot)])) };
  const problem = keysProblem(next);
  if (problem !== null) throw new Error(problem);
  return next;
}
