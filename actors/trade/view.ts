import type { TradeContext } from '../../machines/trade/context.ts';
import type { TradeReading } from '../../src/features/trades/trade-record.ts';
import type { ViewMeta } from '../../src/runtime/define/definition.ts';
import type { TradeStatusWord } from '../../src/values/trade-terms.ts';

/** Maps a trade's state to its public status. All waiting states are `pending`. */
export function statusOf(value: unknown): TradeStatusWord {
  return value === 'success' || value === 'failed' ? value : 'pending';
}

/**
 * Returns the status under which the store indexes a trade: the public status, except `seen` for a pending trade whose transaction was
 * found on a chain. `seen` is separate because the number of a wallet's unseen pending trades is limited.
 */
export function keyStatusOf({ value, context }: { readonly value: unknown; readonly context: TradeContext }): TradeStatusWord | 'seen' {
  const status = statusOf(value);
  return status === 'pending' && context.hashIsFixed ? 'seen' : status;
}

export function viewOf({ value, context }: { readonly value: unknown; readonly context: TradeContext }, meta: ViewMeta): TradeReading {
  const { terms, requestDigest, hash, hashIsFixed, substatus, reason } = context;
  return {
    terms,
    requestDigest,
    hash,
    hashIsFixed,
    status: statusOf(value),
    substatus,
    reason,
    amountOutActual: context.amountOutActual,
    destinationHash: context.destinationHash,
    createdAtMs: meta.createdAtMs,
    updatedAtMs: meta.updatedAtMs,
    lastLookAtMs: context.lastLookAtMs,
    settledAtMs: context.settledAtMs,
    claim: context.claim ?? null,
  };
}
