import type { PriceAlertView } from '../../../src/values/price-alert.ts';

/** Named moments in the life of an alert at which the process under test can be killed. */
export const alertPoints = [
  'commit:before',
  'commit:after',
  'tick:before',
  'quote:before',
  'quote:after',
  'tell:before',
  'tell:after',
] as const;

export type AlertPoint = (typeof alertPoints)[number];

/** An alert of the campaign. With `isOrder` it is a limit order, which requests a quote before it notifies. */
export type WantedAlert = {
  readonly id: string;
  readonly condition: { readonly type: 'above' | 'below'; readonly usd: string };
  readonly isOrder: boolean;
};

/** The commands that the campaign sends to the process under test. A repeated command has no further effect. */
export type Command =
  | { readonly do: 'create'; readonly alerts: readonly WantedAlert[] }
  | { readonly do: 'rest' }
  | { readonly do: 'read' };

export type ToldAlert = { readonly alertId: string; readonly priceUsd: string; readonly quoteId: string | null };

export type Answer = {
  /** For `create`: for each alert whether it exists, or the code of its refusal. */
  readonly created?: readonly (true | string)[];
  /** For `read`: all alerts, and all notifications. */
  readonly alerts?: readonly PriceAlertView[];
  readonly told?: readonly ToldAlert[];
};
