import * as v from 'valibot';
import { LATER_MS, SOON_MS } from '../../machines/channel/deliveries.ts';
import { channelMachine } from '../../machines/channel.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import { type Address, isAddress, parseAddress } from '../../src/values/address.ts';
import { type ChannelKind, isChannelKind } from '../../src/values/channel-kinds.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { WALLET } from '../keys.ts';
import { channelInspection } from './inspection.ts';

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));
const news = v.object({ id: text, atMs: v.pipe(v.number(), v.safeInteger()), isUrgent: v.boolean() });
/**
 * Options of the effects that deliver a channel's messages. The handlers end long before the deadline, and handle failed deliveries
 * themselves. So an effect is retried only after a crash.
 */
const attempts = {
  safety: 'idempotent',
  deadlineMs: 60_000,
  retry: { maxAttempts: 1_000_000, firstDelayMs: 1_000, maxDelayMs: 30_000 },
} as const;

/**
 * Delivers the messages of one notification channel of a wallet. Key: the wallet, the channel's kind, and the channel's id,
 * `0x.../email/...`.
 */
export const channel = defineActor({
  type: 'channel',
  version: 1,
  machine: channelMachine,
  events: { TELL: v.object({ type: v.literal('TELL'), news }) },
  effects: {
    deliver: attempts,
    deliverSoon: { ...attempts, delayMs: SOON_MS },
    deliverLater: { ...attempts, delayMs: LATER_MS },
    switchOff: { ...attempts, deadlineMs: 10_000 },
  },
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.wallet },
    status: ({ value }) => String(value),
  },
  view: ({ value, context }) => ({ ...context, state: String(value) }),
  due: ({ value, context }) => (value === 'waiting' ? context.resumeAtMs : null),
  tick: { event: () => ({ type: 'TICK' as const }) },
  inspection: channelInspection,
  createOnDemand: (key) => inputOf(key),
  // Whether the channel's record can be deleted: it has nothing to deliver. Deleting the record loses only the delivery status that is
  // shown to the channel's owner.
  isForgettable: ({ value }) => value === 'idle',
  restore: () => ({ type: 'RESTORED' as const }),
});

export function channelKey({ wallet, kind, channelId }: ReturnType<typeof inputOf>): string {
  return `${wallet}/${kind}/${channelId}`;
}

function inputOf(key: string): { readonly wallet: Address; readonly kind: ChannelKind; readonly channelId: string } {
  const [wallet = '', kind = '', channelId = '', ...rest] = key.split('/');
  if (isAddress(wallet) && isChannelKind(kind) && /^[a-z0-9-]{1,64}$/.test(channelId) && rest.length === 0)
    return { wallet: parseAddress(wallet), kind, channelId };
  const message = `"${key}" is not a key of a channel: expected a wallet, a kind and an id.`;
  throw new TerminalError({ code: 'invalid-actor-key', message, status: 400 });
}
