/** Explains to a user what an actor waits for and why it did not act. */
export type Why = {
  /**
   * Stable code of the explanation: `finished`, `quarantined`, `backing-off`, `type-paused`, `effect-running`, `effect-waiting`,
   * `effect-unknown`, `overdue`, `due`, `idle`, or a code defined by the actor type.
   */
  readonly code: string;
  /**
   * How urgently an operator's attention is needed. `busy`: something is in progress; `warn`: the actor is blocked; `bad`: an operator must
   * fix it.
   */
  readonly tone: WhyTone;
  /** The explanation, as one sentence. */
  readonly sentence: string;
  /** Further explanations, one sentence each; most important first. */
  readonly details: readonly string[];
  /** Time at which the actor is due next, UTC ms; null when only an external event can make it act. */
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
  /** The tone of the explanation; default: `calm`. */
  readonly tone?: WhyTone;
};
