/** Kinds of entries of an activity feed. */
export const ACTIVITY_KINDS = [
  'trade',
  'failure',
  'safety-block',
  /** A protection of the policy started to block buys. */
  'protection',
  /** A protection ended by itself. */
  'protection-end',
  /** The wallet stored a policy, or `updatePolicy` was mined; then `data` has the transaction. */
  'policy-change',
  /**
   * A pause or resume: of the engine by its wallet, or in the vault by the owner or the owner's guardian; then `data` has the transaction.
   */
  'pause',
  'resume',
  /** A client had the stored state compared with the vault. */
  'sync',
  'expiry-warning',
  /** The last three kinds: the owner's actions in the vault. */
  'deposit',
  'withdrawal',
  'set-active',
  /** The owner set a price bound or a cap for sales. */
  'owner-bound',
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** An activity entry from an agent. `data` is shown unchanged: amounts in base units as decimal text. */
export type ActivityNote = {
  readonly kind: ActivityKind;
  readonly strategyId: string | null;
  readonly reason: string;
  readonly data: Readonly<Record<string, string>>;
  /** True for a repetition: it is added to the feed, but the wallet is not notified again. */
  readonly isRepeat?: boolean;
};
