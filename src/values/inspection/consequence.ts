/** A consequence of restoring an actor that is not visible in the changes of the record. */
export type Consequence = {
  /** Stable code of the consequence, such as `policy-hash-mismatch` or `type-paused`. */
  readonly code: string;
  /** Whether the restored actor does nothing until a person intervenes. */
  readonly isStandstill: boolean;
  /** The consequence and the possible remedy, in one or two sentences. */
  readonly sentence: string;
};
