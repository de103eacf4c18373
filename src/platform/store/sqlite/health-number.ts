import type { Health } from '../../../runtime/record/record.ts';

const STATES: readonly Health['state'][] = ['ok', 'backing-off', 'quarantined'];

/** Converts an actor's health state to the number that represents it in the database. The number of the state `ok` is 0. */
export function healthNumber(state: Health['state']): number {
  return STATES.indexOf(state);
}

export function healthState(number: number): Health['state'] {
  return STATES[number] ?? 'ok';
}
