import type { Step, StepState } from '../../../../values/inspection/sections.ts';

export const STEP_WORDS: Readonly<Record<StepState, string>> = {
  done: 'done',
  failed: 'failed',
  now: 'under way',
  next: 'next',
  late: 'late',
  later: 'planned',
};

/** The possible states of a step, most important for the user first. Counts of steps are shown in this order. */
export const STEP_STATES: readonly StepState[] = ['done', 'failed', 'now', 'next', 'late', 'later'];

/** Counts the steps of a process in each state. */
export function countByState(steps: readonly Pick<Step, 'state'>[]): ReadonlyMap<StepState, number> {
  const counts = new Map<StepState, number>();
  for (const { state } of steps) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
