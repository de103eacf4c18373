/** What an actor waits for, and why it did not act: for a person. */
export type Why = {
  /** Stable: `finished`, `quarantined`, `backing-off`, `type-paused`, `effect-running`, `effect-waiting`, `effect-unknown`, `overdue`, `due`, `idle`, or an outcome of the actor's own. */
  readonly code: string;
  /** How much a person is needed. `busy`: something is being done; `warn`: it is held back; `bad`: somebody has to mend it. */
  readonly tone: WhyTone;
  /** One sentence. */
  readonly sentence: string;
  /** What else is worth knowing, a sentence each; most important first. */
  readonly details: readonly string[];
  /** When it is looked at next, UTC ms; null when only something from outside moves it. */
  readonly nextAtMs: number | null;
  /** What it may do next from the state that it is in. */
  readonly next: readonly NextStep[];
};

export type WhyTone = 'calm' | 'busy' | 'warn' | 'bad';

export type NextStep = {
  readonly event: string;
  readonly from: 'outside' | 'inside';
  readonly targets: readonly string[];
  readonly guard: string | null;
};

/** What an actor type can say of itself beyond what the runtime knows. */
export type OwnWhy = Pick<Why, 'code' | 'sentence' | 'details'> & {
  /** Default: `calm`. */
  readonly tone?: WhyTone;
};
