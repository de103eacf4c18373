/** The kinds of channels to which notifications can be delivered. */
export const CHANNEL_KINDS = ['webhook', 'email', 'telegram', 'discord', 'slack'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export function isChannelKind(text: string): text is ChannelKind {
  return CHANNEL_KINDS.some((kind) => kind === text);
}
