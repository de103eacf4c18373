import type { ChainPosition, DcaPositionContext } from '../../machines/dca-position/context.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import type { Consequence } from '../../src/values/inspection/consequence.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import { pauseText } from '../../src/values/owner-bounds.ts';
import { factKeyOf, readingOf } from './position-fact.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaPositionContext };
type Now = { readonly nowMs: number; readonly facts: Facts | null };

/**
 * Lists the consequences of restoring a position to an older state. Whether the position buys after the restore depends only on the vault,
 * not on the restored state.
 */
export function consequencesForPosition({ context }: Snapshot, current: Snapshot | null, { nowMs, facts }: Now): readonly Consequence[] {
  const before = current?.context ?? null;
  const key = factKeyOf(context);
  const position = readingOf(key === null ? undefined : facts?.get(key))?.position ?? before?.chain ?? null;
  const [code, reason] = standstillOf(context, before, position);
  const order = before?.order ?? null;
  return [
    ...(code === null ? [] : [{ code, isStandstill: true, sentence: reason }]),
    ...(order === null
      ? []
      : [
          {
            code: 'order-under-way',
            isStandstill: false,
            sentence: `Order ${order.orderIndex + 1} is in progress. Its result is read from the vault before the position continues.`,
          },
        ]),
    ...(context.nextAttemptAtMs > nowMs && code === null
      ? [
          {
            code: 'not-tried-yet',
            isStandstill: false,
            sentence: `In the restored state, the next order is postponed. It is tried again at ${whenText(context.nextAttemptAtMs, nowMs)}.`,
          },
        ]
      : []),
  ];
}

function standstillOf(
  { link }: DcaPositionContext,
  before: DcaPositionContext | null,
  position: ChainPosition | null,
): readonly [code: string, reason: string] | readonly [null, ''] {
  if (link === null && (before?.link ?? null) === null)
    return ['waiting-for-link', 'The record has no position in the vault, and waits until its wallet opens one.'];
  if (position === null) return [null, ''];
  if (position.status === 'cancelled')
    return ['cancelled', 'According to the vault, the owner has cancelled the position, so nothing is bought.'];
  if (position.status === 'completed')
    return ['completed', 'According to the vault, all orders of the position were executed, so nothing is bought.'];
  if (!position.isAutoBuy)
    return ['auto-buy-off', 'The owner has switched automatic buying off in the vault. Nothing is bought until it is switched on again.'];
  const pause = pauseText(position.guard, 'position');
  return pause === null ? [null, ''] : ['paused', pause];
}
