import type { DcaOrderNote, FillNote } from '../../values/inspection/actor-details.ts';
import type { DcaPlan } from './actor-sketch.ts';

/** Orders that are shown of a position: its first ones, and those around now. A position may have thousands. */
const FIRST_SHOWN = 200;
const SHOWN_BEFORE_NEXT = 50;
const SHOWN_FROM_NEXT = 100;
/** A tick comes once a minute, and an order takes a moment: what is due for longer is late. */
const LATE_AFTER_MS = 150_000;

/** The orders of a position: what ran, what is under way, next or late, and what is planned. */
export function dcaSchedule(
  { plan, total }: { readonly plan: DcaPlan; readonly total: number },
  fills: ReadonlyMap<number, FillNote>,
  nowMs: number,
): readonly DcaOrderNote[] {
  return shownIndexes(plan, total).map((index) => orderOf(plan, index, fills.get(index) ?? null, nowMs));
}

/** Indexes of the orders that are shown, ascending. */
export function shownIndexes({ processed, isCancelled }: DcaPlan, total: number): readonly number[] {
  const end = isCancelled ? Math.min(processed, total) : total;
  const nearFrom = Math.max(FIRST_SHOWN, processed - SHOWN_BEFORE_NEXT);
  const indexes: number[] = [];
  for (let index = 0; index < Math.min(FIRST_SHOWN, end); index += 1) indexes.push(index);
  for (let index = nearFrom; index < Math.min(processed + SHOWN_FROM_NEXT, end); index += 1) indexes.push(index);
  return indexes;
}

function orderOf(plan: DcaPlan, index: number, fill: FillNote | null, nowMs: number): DcaOrderNote {
  const { processed, depositAtMs, gapMs, nextAtMs, isUnderWay } = plan;
  if (index < processed) return { index, dueAtMs: fill?.atMs ?? depositAtMs + index * gapMs, state: 'done', fill };
  const nextDueAtMs = nextAtMs ?? depositAtMs + processed * gapMs;
  if (index === processed) {
    if (isUnderWay) return { index, dueAtMs: nextDueAtMs, state: 'under-way', fill };
    return { index, dueAtMs: nextDueAtMs, state: nowMs - nextDueAtMs > LATE_AFTER_MS ? 'late' : 'next', fill };
  }
  // The vault spaces an order from the one before it, whenever that ran: none is missed because another one is late.
  return { index, dueAtMs: Math.max(nextDueAtMs, nowMs) + (index - processed) * gapMs, state: 'planned', fill };
}
