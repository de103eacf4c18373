import type { Health } from '../../../runtime/record/record.ts';

const STATES: readonly Health['state'][] = ['ok', 'backing-off', 'quarantined'];

/** Converts a health state to its stored number; 0 is ok. */
export function healthNumber(state: Health['state']): number {
  return STATES.indexOf(state);
}

export function healthState(number: number): Health['state'] {
  return STATES[number] ?? 'ok';
}
