import type { Address } from '../../values/address.ts';
import type { ChannelContext, WaitingNews } from '../../values/channel-delivery.ts';
import type { ChannelKind } from '../../values/channel-kinds.ts';

export type NamedChannel = { readonly wallet: Address; readonly kind: ChannelKind; readonly channelId: string };
export type ChannelView = ChannelContext & { readonly state: string };

/** The actors that deliver, as the service uses them. */
export type ChannelActors = {
  /** Hands a notification over. A repeat changes nothing. @throws as `ask` of an actor */
  readonly tell: (channel: NamedChannel, news: WaitingNews) => Promise<void>;
  readonly read: (channel: NamedChannel) => Promise<ChannelView | null>;
  /** Lists actors in a state, those that were created first at the beginning. */
  readonly oldest: (status: 'sending' | 'waiting', limit: number) => Promise<readonly ChannelView[]>;
};
