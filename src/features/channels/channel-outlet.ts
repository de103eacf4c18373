import type { NotificationKind } from '../../values/notification-kinds.ts';
import type { NotificationOutlet } from '../notifications/notification.ts';
import { stateOf } from './channel.ts';
import type { ChannelActors } from './channel-actors.ts';
import type { ChannelDocuments } from './channel-documents.ts';

/** Kinds of notifications that are urgent because something failed or was stopped. Quiet hours do not delay them. */
const URGENT: readonly NotificationKind[] = ['failure', 'safety-block', 'protection', 'channel-off', 'approval-risk'];

/** Creates the functions that pass a new notification to the wallet's channels. */
export function createChannelOutlet(deps: {
  readonly documents: Pick<ChannelDocuments, 'list' | 'find'>;
  readonly actors: Pick<ChannelActors, 'tell'>;
}): NotificationOutlet {
  const { documents, actors } = deps;
  return {
    async channelsFor(wallet, kind) {
      const wanting = (await documents.list(wallet)).filter(
        (channel) => stateOf(channel) === 'on' && (channel.kinds === null || channel.kinds.includes(kind)),
      );
      return wanting.map(({ _id }) => _id);
    },

    async tell(channelId, { id, kind, atMs }) {
      const channel = await documents.find(channelId);
      if (channel === null) return;
      const { wallet, kind: channelKind } = channel;
      await actors.tell({ wallet, kind: channelKind, channelId }, { id, atMs, isUrgent: URGENT.includes(kind) });
    },
  };
}
