import { UNPROVED_KEPT_MS } from '../../http/strangers/bounds.ts';
import type { StrangersActors } from '../../module/forget-strangers.ts';
import type { ChannelDocuments } from './channel-documents.ts';

/** Declares how actors of channels that no longer exist are removed. */
export function channelStrangers({ documents }: { readonly documents: Pick<ChannelDocuments, 'find'> }): StrangersActors {
  return {
    ...{ type: 'channel', statuses: ['idle'], isListExact: false, keptMs: UNPROVED_KEPT_MS, most: 0 },
    // Actors of channels do not count as data of unauthenticated clients, because a wallet must have signed in and verified the channel.
    isUnproved: () => false,
    sinceMs: ({ updatedAtMs }) => updatedAtMs,
    count: async () => 0,
    letGo: async ({ key }) => (await documents.find(key.split('/').at(-1) ?? '')) === null,
  };
}
