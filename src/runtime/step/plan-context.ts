import type { Plan } from './cell.ts';

/** The inputs of a plan other than the actor and its work. */
export type PlanContext = {
  readonly nowMs: number;
  readonly nodeId: string;
  readonly tickEveryMs: number;
  /** How many more effects this node may start now. */
  readonly room: number;
};

/** The commit for a unit of work, or the information that there is nothing to write. `accepted`: whether the actor expected the work. */
export type Planned = Plan | { readonly unchanged: true; readonly accepted: boolean };
