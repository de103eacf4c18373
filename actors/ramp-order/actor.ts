import { dueAtMs } from '../../machines/ramp-order/schedule.ts';
import { rampOrderMachine } from '../../machines/ramp-order.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { EffectFailure } from '../../src/runtime/define/definition.ts';
import { rampNames } from '../../src/values/ramp-names.ts';
import type { AskParams } from '../../src/values/ramp-order.ts';
import { WALLET } from '../keys.ts';
import { rampOrderEvents } from './events.ts';
import { rampOrderInspection } from './inspection.ts';
import { isPaid, statusOf, viewOf } from './view.ts';

/**
 * The actor of one order at a ramp provider (a service that exchanges money and crypto). Key: the reference that this service has assigned
 * to the order.
 */
export const rampOrder = defineActor({
  type: 'ramp-order',
  version: 1,
  machine: rampOrderMachine,
  events: rampOrderEvents,
  effects: {
    ask: {
      safety: 'idempotent',
      deadlineMs: 30_000,
      retry: { maxAttempts: 2, firstDelayMs: 1_000, maxDelayMs: 5_000 },
      whenExhausted: 'fail',
      onFailure: ({ code }: EffectFailure, { askNo }: AskParams) => ({ type: 'ASK_FAILED' as const, askNo, reason: code }),
    },
    tell: { safety: 'idempotent', deadlineMs: 10_000, retry: { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 } },
  },
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.terms.wallet },
    provider: { option: { name: 'provider', value: 'NAME', help: 'at this ramp provider' }, of: ({ context }) => context.terms.provider },
    providerOrder: {
      isSearched: true,
      // Operators can search for an order by the provider's order id alone, or by the provider's name and the id (`name/id`).
      prefixesOf: (text) =>
        text.includes('/')
          ? rampNames.filter((name) => text.startsWith(`${name}/`)).map(() => text)
          : rampNames.map((name) => providerOrderKey(name, text)),
      option: { name: 'provider-order', value: 'NAME/ID', help: "with this provider's id of the order" },
      of: ({ context: { terms, orderId } }) => (orderId === null ? null : providerOrderKey(terms.provider, orderId)),
    },
    status: ({ value }) => statusOf(value),
  },
  view: viewOf,
  due: ({ value, context }) => dueAtMs(context, statusOf(value)),
  tick: { event: () => ({ type: 'TICK' as const }) },
  inspection: rampOrderInspection,
  // Whether the order's record can be deleted. The record can be deleted as long as the provider has reported no payment.
  isForgettable: (snapshot) => !isPaid(snapshot),
  restore: () => ({ type: 'RESTORED' as const }),
});

export function providerOrderKey(provider: string, orderId: string): string {
  return `${provider}/${orderId}`;
}
