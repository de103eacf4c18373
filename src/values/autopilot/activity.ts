/** Kinds of entries in an agent's activity feed. */
export const ACTIVITY_KINDS = [
  'trade',
  'failure',
  'safety-block',
  /** A protection of the policy began to block purchases. */
  'protection',
  /** A protection ended automatically. */
  'protection-end',
  /** The wallet stored a policy, or `updatePolicy` was mined; in the latter case `data` contains the transaction. */
  'policy-change',
  /**
   * A pause or a resume. Either the wallet pauses the engine, or the owner or the owner's guardian pauses the agent in the vault. In the
   * latter case `data` contains the transaction.
   */
  'pause',
  'resume',
  /** A client requested a comparison of the stored state with the vault. */
  'sync',
  'expiry-warning',
  /** The last three kinds of activities are actions of the owner in the vault. */
  'deposit',
  'withdrawal',
  'set-active',
  /** The owner set a price bound, or a limit for sales, in the vault. */
  'owner-bound',
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** An activity entry created by an agent. `data` is shown unchanged; its amounts are in base units as decimal strings. */
export type ActivityNote = {
  readonly kind: ActivityKind;
  readonly strategyId: string | null;
  readonly reason: string;
  readonly data: Readonly<Record<string, string>>;
  /** True when the entry repeats an earlier one. It is added to the feed, but the wallet is not notified again. */
  readonly isRepeat?: boolean;
};
