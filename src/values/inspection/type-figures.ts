/** How often, how fast, and how often without success the actors of each type worked on one node in the last minutes. */
export type TypeFigures = {
  readonly nodeId: string;
  readonly nowMs: number;
  /** Start of the window from which the figures are: some minutes ago, or the start of the node. */
  readonly sinceMs: number;
  /** All actor types of the node, also those that did nothing. */
  readonly types: readonly TypeFigure[];
};

export type TypeFigure = {
  readonly type: string;
  /** Stored changes of actors. A failure is a step with an error; a retry is a step that another change had overtaken. */
  readonly steps: WorkFigures;
  /** Attempts of effects. A failure ended the effect without success; after a retry, the effect is tried again or looked up. */
  readonly effects: WorkFigures;
  /** The figures of each effect that was attempted, by name. */
  readonly byEffect: readonly (WorkFigures & { readonly name: string })[];
  /** Number of times that an actor of the type was quarantined. */
  readonly quarantines: number;
  /** The last failure or retry in the window, and the actor to which it happened. */
  readonly lastError: {
    readonly id: string;
    readonly what: string;
    readonly code: string;
    readonly message: string;
    readonly atMs: number;
  } | null;
};

export type WorkFigures = {
  readonly count: number;
  readonly perMinute: number;
  /** Duration in milliseconds that half of the work does not exceed, accurate to a tenth; null when nothing was done. */
  readonly p50Ms: number | null;
  /** Duration in milliseconds that 95 of 100 do not exceed. */
  readonly p95Ms: number | null;
  readonly failures: number;
  readonly retries: number;
};
