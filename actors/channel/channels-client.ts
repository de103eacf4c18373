import type { ChannelActors } from '../../src/features/channels/channel-actors.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import { channel, channelKey } from './actor.ts';

/** Gives the notification channel service access to the channels' actors. */
export function createChannelActors({ actors }: { readonly actors: ActorClient }): ChannelActors {
  const of = (named: Parameters<typeof channelKey>[0]) => actors.of(channel, channelKey(named));
  return {
    async tell(named, news) {
      await of(named).ask({ type: 'TELL', news: { ...news } }, { eventId: `tell/${news.id}` });
    },
    read: async (named) => (await of(named).read())?.view ?? null,
    async oldest(status, limit) {
      return (await actors.list(channel, { statuses: [status], order: 'oldest', limit })).actors.map(({ view }) => view);
    },
  };
}
