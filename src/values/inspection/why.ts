/** Explains to a user what an actor waits for and why it has not acted. */
export type Why = {
  /**
   * Stable code of the explanation: `finished`, `quarantined`, `backing-off`, `type-paused`, `effect-running`, `effect-waiting`,
   * `effect-unknown`, `overdue`, `due`, `idle`, or a code defined by the actor type.
   */
  readonly code: string;
  /**
   * How urgently an operator is needed. `busy`: something is in progress; `warn`: the actor is blocked; `bad`: an operator must fix a
   * problem.
   */
  readonly tone: WhyTone;
  /** The explanation, as one sentence. */
  readonly sentence: string;
  /** Further explanations, one sentence each; the most important sentence first. */
  readonly details: readonly string[];
  /** Time (UTC ms) at which the actor acts next. Null when it acts only after an event from outside. */
  readonly nextAtMs: number | null;
  /** The transitions that are possible from the actor's current state. */
  readonly next: readonly NextStep[];
};

/** The short form of the explanation why an actor waits, shown in lists. */
export type WhyHead = Pick<Why, 'code' | 'tone' | 'sentence'>;

/** How urgently an operator is needed, the least urgent first. */
export const WHY_TONES = ['calm', 'busy', 'warn', 'bad'] as const;
export type WhyTone = (typeof WHY_TONES)[number];

export type NextStep = {
  readonly event: string;
  readonly from: 'outside' | 'inside';
  readonly targets: readonly string[];
  readonly guard: string | null;
};

/** The explanation that an actor type provides. It replaces or refines the general explanation by the runtime. */
export type OwnWhy = Pick<Why, 'code' | 'sentence' | 'details'> & {
  /** How urgently an operator is needed; default: `calm`. */
  readonly tone?: WhyTone;
};
