import type { Plan } from './cell.ts';

/** The inputs for planning a commit, apart from the actor and the work itself. */
export type PlanContext = {
  readonly nowMs: number;
  readonly nodeId: string;
  readonly tickEveryMs: number;
  /** How many more effects this node can start now. */
  readonly room: number;
};

/**
 * The planned commit for a piece of work, or the information that nothing needs to be written. `accepted`: whether the actor's current
 * state allows the piece of work.
 */
export type Planned = Plan | { readonly unchanged: true; readonly accepted: boolean };
