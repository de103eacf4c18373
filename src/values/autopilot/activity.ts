/** What an activity feed holds. */
export const ACTIVITY_KINDS = [
  'trade',
  'failure',
  'safety-block',
  /** A protection of the policy holds back buys from now on. */
  'protection',
  /** One has ended by itself. */
  'protection-end',
  /** The wallet recorded a policy, or `updatePolicy` was mined; of the latter `data` has the transaction. */
  'policy-change',
  /** Of the engine by its wallet, or in the vault by the owner or the owner's guardian: then `data` has the transaction. */
  'pause',
  'resume',
  /** Somebody had the stored state compared with the vault. */
  'sync',
  'expiry-warning',
  /** What the owner did in the vault. */
  'deposit',
  'withdrawal',
  'set-active',
  /** The owner set a price bound or a cap for sales. */
  'owner-bound',
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** What an agent tells of itself. `data` is shown as it is: amounts in base units as decimal text. */
export type ActivityNote = {
  readonly kind: ActivityKind;
  readonly strategyId: string | null;
  readonly reason: string;
  readonly data: Readonly<Record<string, string>>;
  /** The same as before: it belongs in the feed, and the wallet is not notified again. */
  readonly isRepeat?: boolean;
};
