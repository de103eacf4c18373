import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { JsonObject } from '../../values/json.ts';

/** Why a provider gave no quote, build or status; shown in a quote stream's `end` event and counted. */
export type ProviderFailureReason =
  /** It does not trade this pair, chain or kind. */
  | 'unsupported'
  /** It does, and has no route or not enough liquidity for this amount. */
  | 'no-route'
  /** The amount is under or over what it takes. */
  | 'amount-out-of-range'
  /** Its answer did not come in time. */
  | 'timeout'
  | 'rate-limited'
  /** It cannot be reached, or answers with a 5xx. */
  | 'unavailable'
  /** It refuses our key. */
  | 'unauthorized'
  /** It refuses the request for a reason of its own (4xx). */
  | 'rejected'
  /** Its answer is not what it documents: no JSON, missing or odd fields. */
  | 'malformed-reply'
  /** Its answer speaks of other tokens, chains or amounts than it was asked for. */
  | 'mismatched-reply'
  /** It names a contract to call or to approve that is not among those pinned for it. */
  | 'unpinned-contract'
  /** It promises far more than the input is worth. */
  | 'implausible-output'
  /** It lets through less than the slippage that was asked for allows, and nobody but itself would hold the trade to its minimum. */
  | 'minimum-too-low'
  /** Whoever asked has left. */
  | 'cancelled';

/**
 * A provider did not do what it was asked for. Never a fault of ours: those are thrown as they are. The edge answers 502 unless
 * `status` says otherwise; in a quote stream it is swallowed, as documented, and told in the `end` event.
 */
export class ProviderFailure extends CoxswainError {
  readonly kind = 'retryable';
  readonly reason: ProviderFailureReason;

  constructor(
    reason: ProviderFailureReason,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number | undefined; status?: number; details?: JsonObject } = {},
  ) {
    super({
      code: `provider-${reason}`,
      message,
      status: options.status ?? 502,
      retryAfterMs: options.retryAfterMs,
      details: { reason, ...options.details },
      cause: options.cause,
    });
    this.reason = reason;
  }
}
