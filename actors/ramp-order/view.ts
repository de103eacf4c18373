import type { ViewMeta } from '../../src/runtime/define/definition.ts';
import type { RampOrderContext, RampOrderReading } from '../../src/values/ramp-order.ts';
import { type RampStatus, rampStatuses } from '../../src/values/ramp-status.ts';

/** Returns the status of a ramp order; each state of the order's machine is named after a status. */
export function statusOf(value: unknown): RampStatus {
  return rampStatuses.find((status) => status === value) ?? 'unknown';
}

export function viewOf(
  { value, context }: { readonly value: unknown; readonly context: RampOrderContext },
  meta: Pick<ViewMeta, 'updatedAtMs'>,
): RampOrderReading {
  const { mustAskAgain: _again, quiet: _quiet, ...shown } = context;
  return { ...shown, status: statusOf(value), updatedAtMs: meta.updatedAtMs };
}

/** Whether a provider has reported the order's payment. The record of such an order must be kept. */
export function isPaid({ value, context }: { readonly value: unknown; readonly context: RampOrderContext }): boolean {
  const paid: readonly RampStatus[] = ['paid', 'delivering', 'on-hold', 'completed', 'refunded'];
  return paid.includes(statusOf(value)) || context.completionSaidAtMs !== null;
}
