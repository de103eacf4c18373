import type { Address } from '../../values/address.ts';
import type { AlertOrigin, AlertStatus, PriceAlertInput, PriceAlertView } from '../../values/price-alert.ts';

export type AlertPage = {
  /** Default: all. */
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
  /** Creates an alert. A second call with the same id returns the first one's alert. */
  readonly create: (id: string, input: PriceAlertInput) => Promise<PriceAlertView>;
  /** Cancels an alert. If that was not accepted, the returned alert shows why. */
  readonly cancel: (id: string, by: AlertOrigin) => Promise<{ readonly isAccepted: boolean; readonly alert: PriceAlertView }>;
  /** The topics of all prices that are watched, each once. */
  readonly watchedTopics: () => Promise<readonly string[]>;
  /** Removes the record and the history of an alert. Returns false when that is not possible yet. */
  readonly forget: (id: string) => Promise<boolean>;
};
