import type { Address } from '../../values/address.ts';
import type { ChannelContext, WaitingNews } from '../../values/channel-delivery.ts';
import type { ChannelKind } from '../../values/channel-kinds.ts';

export type NamedChannel = { readonly wallet: Address; readonly kind: ChannelKind; readonly channelId: string };
export type ChannelView = ChannelContext & { readonly state: string };

/** Access to the actors that deliver notifications to channels, for the channel service. */
export type ChannelActors = {
  /**
   * Passes a notification to the actor that delivers to a channel. Repeating the call has no effect. @throws the errors of `ActorRef.ask`
   */
  readonly tell: (channel: NamedChannel, news: WaitingNews) => Promise<void>;
  readonly read: (channel: NamedChannel) => Promise<ChannelView | null>;
  /** Lists the channels whose actors have the status, the channel with the oldest actor first. */
  readonly oldest: (status: 'sending' | 'waiting', limit: number) => Promise<readonly ChannelView[]>;
};
