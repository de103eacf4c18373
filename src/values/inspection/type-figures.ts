import type { OutageNote } from './outage.ts';

/** The figures of each actor type on one node in the last minutes: how often and how fast its actors worked, and how often they failed. */
export type TypeFigures = {
  readonly nodeId: string;
  readonly nowMs: number;
  /** Start of the time window that the figures cover, UTC ms: some minutes ago, or the start of the node. */
  readonly sinceMs: number;
  /** All actor types of the node, including the types whose actors did no work. */
  readonly types: readonly TypeFigure[];
  /**
   * The outages now, for example of a chain that does not answer, with the number of actors that wait. An actor whose chain does not answer
   * starts no effects, so its waiting appears only here.
   */
  readonly outages: readonly OutageNote[];
};

export type TypeFigure = {
  readonly type: string;
  /**
   * Figures of steps, in each of which an actor handles one event and its new state is stored. A failure is a step that ended with an
   * error. A retry is a step that was repeated because another change to the same actor was stored first.
   */
  readonly steps: WorkFigures;
  /**
   * Figures of attempts to run effects (actions outside the actor, such as a request). A failure is an attempt after which the effect ended
   * without success. After a retry, the effect is attempted again or its result is looked up. An
   * attempt that a chain did not answer counts as postponed, not as a failure or a retry.
   */
  readonly effects: WorkFigures;
  /**
   * The figures of each effect that was attempted, with the effect's name. `waitsOnPurpose` is true for an effect that waits for other items of its
   * batch or for a block, so that its duration does not count as slow.
   */
  readonly byEffect: readonly (WorkFigures & { readonly name: string; readonly waitsOnPurpose: boolean })[];
  /** Number of times that an actor of the type was quarantined. */
  readonly quarantines: number;
  /** The last failure or retry within the time window, and the actor that was affected. */
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
  /** Duration in milliseconds that 95 of 100 pieces of work do not exceed; null when no work was done. */
  readonly p95Ms: number | null;
  readonly failures: number;
  readonly retries: number;
  /** Number of attempts of effects that ended because a chain did not answer. */
  readonly postponed: number;
};

/** Returns the number of failures of an actor type: of its steps and its effects together. */
export function failuresOf({ steps, effects }: TypeFigure): number {
  return steps.failures + effects.failures;
}

/** Returns the number of retries of an actor type: of its steps and its effects together. */
export function retriesOf({ steps, effects }: TypeFigure): number {
  return steps.retries + effects.retries;
}

/**
 * Returns the p95 duration in milliseconds of an actor type's steps or of one of its effects, whichever is longest. Effects that wait on
 * purpose are left out.
 */
export function slownessOf(figure: TypeFigure): number {
  return slowestWork(figure).p95Ms;
}

/**
 * Returns the slowest work of a type, with its p95 duration in milliseconds: its steps or one of its effects that do not wait on purpose.
 */
export function slowestWork({ steps, byEffect }: TypeFigure): { readonly name: string; readonly p95Ms: number } {
  return byEffect
    .filter(({ waitsOnPurpose }) => !waitsOnPurpose)
    .map(({ name, p95Ms }) => ({ name: `effect ${name}`, p95Ms: p95Ms ?? 0 }))
    .reduce((slowest, each) => (each.p95Ms > slowest.p95Ms ? each : slowest), { name: 'steps', p95Ms: steps.p95Ms ?? 0 });
}
