/** Something that follows from a restore and that the changes of the record do not show. */
export type Consequence = {
  /** Stable code, such as `policy-hash-mismatch` or `type-paused`. */
  readonly code: string;
  /** Whether the actor stands still afterwards until a person does something about it. */
  readonly isStandstill: boolean;
  /** What follows, and what would help, in one or two sentences. */
  readonly sentence: string;
};
