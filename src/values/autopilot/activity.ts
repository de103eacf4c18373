/** Kinds of entries in an agent's activity feed. */
export const ACTIVITY_KINDS = [
  'trade',
  'failure',
  'safety-block',
  /** A protection rule of the policy has started to block purchases. */
  'protection',
  /** A protection rule has stopped blocking purchases, because its time is over. */
  'protection-end',
  /**
   * A new policy was stored in the service, or took effect in the vault by a transaction of the owner. In the second case `data` contains
   * the transaction.
   */
  'policy-change',
  /**
   * The agent was paused or resumed. Either the wallet paused it in this service, or the owner or the owner's guardian paused it in the
   * vault. In the latter case `data` contains the transaction.
   */
  'pause',
  'resume',
  /** A client asked the service to compare its stored state of the agent with the vault. */
  'sync',
  'expiry-warning',
  /** `deposit`, `withdrawal` and `set-active` record what the owner did in the vault. */
  'deposit',
  'withdrawal',
  'set-active',
  /** In the vault, the owner set a minimum price for trades, or a limit for sales. */
  'owner-bound',
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/**
 * An entry that an agent adds to its activity feed. Clients receive `data` unchanged; amounts in it are in base units as decimal strings.
 */
export type ActivityNote = {
  readonly kind: ActivityKind;
  readonly strategyId: string | null;
  readonly reason: string;
  readonly data: Readonly<Record<string, string>>;
  /** True when the entry repeats an earlier entry. Such an entry is added to the activity feed, but the wallet is not notified again. */
  readonly isRepeat?: boolean;
};
