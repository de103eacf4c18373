import * as v from 'valibot';
import { priceAlertMachine } from '../../machines/price-alert.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { PriceFact } from '../../src/values/autopilot/facts.ts';
import {
  ALERT_CANCELLERS,
  type AlertStatus,
  boundsOf,
  type PriceAlertContext,
  type PriceAlertView,
  priceKeyOf,
} from '../../src/values/price-alert.ts';
import { parseRational } from '../../src/values/rational.ts';
import { doubleOf } from '../../src/values/trigger-value.ts';
import { CHAIN, WALLET } from '../keys.ts';
import { alertInspection } from './inspection.ts';
import { priceIn } from './price-in.ts';

type Snapshot = { readonly value: unknown; readonly context: PriceAlertContext };

/** A price alert or a limit order of a wallet. Key: its id. */
export const priceAlert = defineActor({
  type: 'price-alert',
  version: 1,
  machine: priceAlertMachine,
  events: {
    CANCEL: v.object({ type: v.literal('CANCEL'), by: v.picklist(ALERT_CANCELLERS) }),
    REMOVE: v.object({ type: v.literal('REMOVE') }),
  },
  effects: {
    // Requesting the quotes for a limit order takes at most 24 seconds. When there is no quote, the wallet is still notified, and the
    // notification states why there is none.
    quote: {
      safety: 'idempotent',
      deadlineMs: 45_000,
      retry: { maxAttempts: 2, firstDelayMs: 500, maxDelayMs: 1_000 },
      whenExhausted: 'fail',
      onFailure: ({ message }) => ({ type: 'QUOTED' as const, outcome: { quote: null, problem: `No quote could be made: ${message}` } }),
    },
    tell: { safety: 'idempotent', deadlineMs: 10_000, retry: { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 } },
  },
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.wallet },
    chainId: { ...CHAIN, of: ({ context }) => context.token.chainId },
    // Waiting alerts that were created without a proof of wallet ownership have an index status of their own. The number of such alerts is
    // limited, and this status makes it possible to count them.
    status: indexStatusOf,
  },
  view: (snapshot, { key, createdAtMs, updatedAtMs }): PriceAlertView => ({
    ...snapshot.context,
    ...{ id: key, status: statusOf(snapshot), createdAtMs, updatedAtMs },
  }),
  due: ({ value, context }) => (value === 'waiting' ? context.expiresAtMs : null),
  triggers({ value, context }) {
    if (value !== 'waiting') return [];
    const { aboveUsd, belowUsd } = boundsOf(context.condition);
    const topic = priceKeyOf(context.token);
    return [
      ...(aboveUsd === null ? [] : [{ topic, op: 'at-least' as const, value: doubleOf(parseRational(aboveUsd), 'below') }]),
      ...(belowUsd === null ? [] : [{ topic, op: 'at-most' as const, value: doubleOf(parseRational(belowUsd), 'above') }]),
    ];
  },
  tick: {
    facts: ({ value, context }) => (value === 'waiting' ? [priceKeyOf(context.token)] : []),
    event: (facts, { context }): { readonly type: 'TICK'; readonly price: PriceFact | null } => ({
      type: 'TICK',
      price: priceIn(facts, context.token),
    }),
  },
  inspection: alertInspection,
  // The record of an alert must not be deleted while the alert's quote or notification is being created.
  isForgettable: ({ value }) => value !== 'quoting' && value !== 'telling',
  // An alert cannot be restored to an older state, because the restored alert would fire a second time.
  restore: 'refuse',
});

export const WAITING_UNPROVED = 'waiting-unproved';
/** The status of a removed alert. A removed alert is no longer listed, and its record is deleted as soon as possible. */
export const REMOVED = 'removed';

function indexStatusOf(snapshot: Snapshot): string {
  const { value, context } = snapshot;
  if (value === REMOVED) return REMOVED;
  return value === 'waiting' && context.origin === 'chat' ? WAITING_UNPROVED : statusOf(snapshot);
}

function statusOf({ value }: Snapshot): AlertStatus {
  if (value === 'quoting' || value === 'telling') return 'firing';
  if (value === REMOVED) return 'cancelled';
  return value === 'fired' || value === 'expired' || value === 'cancelled' ? value : 'waiting';
}
