/** Explains to a person what an actor waits for and why it did not act. */
export type Why = {
  /**
   * Stable code: `finished`, `quarantined`, `backing-off`, `type-paused`, `effect-running`, `effect-waiting`, `effect-unknown`, `overdue`,
   * `due`, `idle`, or the actor's own code.
   */
  readonly code: string;
  /** How much a person's attention is needed. `busy`: something is in progress; `warn`: it is blocked; `bad`: somebody must fix it. */
  readonly tone: WhyTone;
  /** The explanation, as one sentence. */
  readonly sentence: string;
  /** Further explanations, one sentence each; most important first. */
  readonly details: readonly string[];
  /** When the actor is next due, UTC ms; null when only an external event can move it. */
  readonly nextAtMs: number | null;
  /** Possible next steps from the current state. */
  readonly next: readonly NextStep[];
};

export type WhyTone = 'calm' | 'busy' | 'warn' | 'bad';

export type NextStep = {
  readonly event: string;
  readonly from: 'outside' | 'inside';
  readonly targets: readonly string[];
  readonly guard: string | null;
};

/** The explanation that an actor type adds to the runtime's own. */
export type OwnWhy = Pick<Why, 'code' | 'sentence' | 'details'> & {
  /** Default: `calm`. */
  readonly tone?: WhyTone;
};
