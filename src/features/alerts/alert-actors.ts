import type { Address } from '../../values/address.ts';
import type { AlertCanceller, AlertOrigin, AlertStatus, PriceAlertInput, PriceAlertView } from '../../values/price-alert.ts';

export type AlertPage = {
  /** Only alerts with one of these statuses are listed. The default is all statuses except `removed`. */
  readonly statuses?: readonly AlertStatus[];
  readonly order?: 'oldest' | 'newest';
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** Access to the actors of price alerts. All functions throw the errors of `ActorRef.ask`. */
export type AlertActors = {
  readonly read: (id: string) => Promise<PriceAlertView | null>;
  readonly list: (
    wallet: Address,
    page: AlertPage,
  ) => Promise<{ readonly alerts: readonly PriceAlertView[]; readonly cursor: string | null }>;
  /** Creates an alert. When an alert with this id exists already, it is returned instead. */
  readonly create: (id: string, input: PriceAlertInput) => Promise<PriceAlertView>;
  /** Cancels an alert. If the alert did not accept this, its returned state shows why. */
  readonly cancel: (id: string, by: AlertCanceller) => Promise<{ readonly isAccepted: boolean; readonly alert: PriceAlertView }>;
  /**
   * Counts the waiting alerts of one origin (created by signed-in wallets, or in chats): those of one wallet or, if no wallet is stated, of
   * all wallets.
   */
  readonly countWaiting: (origin: AlertOrigin, wallet?: Address) => Promise<number>;
  /**
   * Lists the ids of at most `limit` alerts of one origin (created by signed-in wallets, or in chats), those that have been waiting longest
   * first.
   */
  readonly oldestWaiting: (origin: AlertOrigin, limit: number) => Promise<readonly string[]>;
  /** Returns the topics of all prices that alerts watch, without duplicates. */
  readonly watchedTopics: () => Promise<readonly string[]>;
  /**
   * Removes an alert. If the alert's record cannot be deleted at once, the alert is no longer listed, and the regular clean-up deletes the
   * record later.
   */
  readonly remove: (id: string) => Promise<void>;
};
