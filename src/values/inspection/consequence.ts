/** A consequence of a restore that the changes of the record do not show. */
export type Consequence = {
  /** Stable code of the consequence, such as `policy-hash-mismatch` or `type-paused`. */
  readonly code: string;
  /** Whether the restored actor does nothing until a person acts. */
  readonly isStandstill: boolean;
  /** The consequence and the possible remedy, in one or two sentences. */
  readonly sentence: string;
};
