import type { AnyMachineSnapshot } from 'xstate';
import type { PersistedSnapshot, StateValue } from '../record/record.ts';

/**
 * Converts a snapshot for storage. If the state value did not change, the previous object of the state value is used, so that comparisons
 * by reference find it unchanged.
 */
export function persistSnapshot(snapshot: AnyMachineSnapshot, previous: PersistedSnapshot): PersistedSnapshot {
  const value = sameValue(snapshot.value, previous.value) ? previous.value : snapshot.value;
  const persisted = { status: snapshot.status, value, context: snapshot.context };
  return snapshot.output === undefined ? persisted : { ...persisted, output: snapshot.output };
}

/**
 * State values are compared by content, because XState builds a new object for every snapshot with nested states, even if nothing changed.
 */
function sameValue(a: StateValue, b: StateValue): boolean {
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string') return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    const [left, right] = [a[name], b[name]];
    if (left === undefined || right === undefined || !sameValue(left, right)) return false;
  }
  return true;
}
