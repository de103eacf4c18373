/** The kinds of notifications: those of Autopilot, of the wallet's own account, of price alerts, of limit orders, of ramp orders, and of approvals. */
export const NOTIFICATION_KINDS = [
  ...(['fill', 'failure', 'safety-block', 'expiry-warning', 'protection'] as const),
  ...(['channel-off', 'price-alert', 'limit-order', 'payment', 'approval-risk'] as const),
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/**
 * Values of the documented field `type` of a notification. For alerts, payments and approvals, the value of `type` equals the kind of the
 * notification.
 */
export const NOTIFICATION_TYPES = ['autopilot', 'account', 'price-alert', 'limit-order', 'payment', 'approval-risk'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
