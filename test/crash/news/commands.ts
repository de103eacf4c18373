import type { ChannelKind } from '../../../src/values/channel-kinds.ts';

/** The commands that the campaign sends to the process under test. A repeated command has no further effect. */
export type Command =
  | { readonly do: 'channel'; readonly wallet: string; readonly kind: ChannelKind; readonly target: string }
  | { readonly do: 'code'; readonly wallet: string; readonly id: string }
  | { readonly do: 'verify'; readonly wallet: string; readonly id: string; readonly code: string }
  | { readonly do: 'add'; readonly wallet: string; readonly n: number }
  | { readonly do: 'waiting'; readonly wallets: readonly string[] };

export type Answer = {
  readonly did: string;
  readonly id?: string;
  readonly isSent?: boolean;
  readonly n?: number;
  readonly isOver?: boolean;
};
