import type { Address } from '../../values/address.ts';
import type { ActivityNote } from '../../values/autopilot/activity.ts';
import type { NotificationKind } from '../../values/notification-kinds.ts';
import type { Notifications } from '../notifications/notification.ts';
import type { ActivityRepository } from './activity-repository.ts';

export type AgentNotes = {
  readonly recordId: string;
  readonly wallet: Address;
  readonly chainId: number;
  readonly agentId: number | null;
  /** Time of the agent's notes (entries for its activity feed), UTC ms. */
  readonly at: number;
  readonly notes: readonly ActivityNote[];
};

/**
 * Adds an agent's notes about events to its activity feed. Notes about which the wallet must be informed are also stored as notifications.
 * @param key identifies the notes, so that a repeated call adds nothing
 */
export type TellNotes = (key: string, told: AgentNotes) => Promise<void>;

/**
 * The kinds of feed entries that also become notifications, with the titles of the notifications. Entries of other kinds describe actions
 * of the wallet's owner, who need not be informed of them.
 */
const NOTIFIED: Readonly<Partial<Record<ActivityNote['kind'], { readonly kind: NotificationKind; readonly title: string }>>> = {
  failure: { kind: 'failure', title: 'A trade failed' },
  'safety-block': { kind: 'safety-block', title: 'A buy was blocked: the token is not safe enough' },
  protection: { kind: 'protection', title: 'A protection blocks buys' },
  'protection-end': { kind: 'protection', title: 'A protection has ended, so buys are allowed again' },
  'expiry-warning': { kind: 'expiry-warning', title: 'A policy expires within 48 hours' },
};

export function createTellNotes(deps: { activity: ActivityRepository; notifications: Pick<Notifications, 'add'> }): TellNotes {
  return async (key, { recordId, wallet, chainId, agentId, at, notes }) => {
    for (const [index, { isRepeat = false, ...note }] of notes.entries()) {
      const id = `${key}/${index}`;
      await deps.activity.add(id, { ...note, recordId, atMs: at });
      const notified = NOTIFIED[note.kind];
      if (notified === undefined || isRepeat) continue;
      await deps.notifications.add(id, {
        type: 'autopilot',
        ...notified,
        message: note.strategyId === null ? note.reason : `Strategy ${note.strategyId}: ${note.reason}`,
        wallet,
        data: { recordId, chainId, agentId, strategyId: note.strategyId, ...note.data },
        expiryWarnedAtMs: note.kind === 'expiry-warning' ? at : null,
      });
    }
  };
}
