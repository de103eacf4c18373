/** The kinds of notifications: those of Autopilot, and of the wallet's own account. */
export const NOTIFICATION_KINDS = ['fill', 'failure', 'safety-block', 'expiry-warning', 'protection', 'channel-off'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
