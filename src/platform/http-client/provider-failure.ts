import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { JsonObject } from '../../values/json.ts';

/** Why a provider gave no quote, build or status; shown in a quote stream's `end` event and counted. */
export type ProviderFailureReason =
  /** The provider does not trade this pair, chain or kind. */
  | 'unsupported'
  /** The provider has no route or not enough liquidity for this amount. */
  | 'no-route'
  /** The amount is below or above the provider's limits. */
  | 'amount-out-of-range'
  /** The reply did not arrive in time. */
  | 'timeout'
  | 'rate-limited'
  /** The provider cannot be reached, or answers with a 5xx. */
  | 'unavailable'
  /** The provider refuses our API key. */
  | 'unauthorized'
  /** The provider refuses the request for another reason (4xx). */
  | 'rejected'
  /** The reply does not match the provider's documentation: no JSON, missing or invalid fields. */
  | 'malformed-reply'
  /** The reply is about other tokens, chains or amounts than requested. */
  | 'mismatched-reply'
  /** The reply names a contract to call or approve that is not among the provider's pinned ones. */
  | 'unpinned-contract'
  /** The reply promises far more than the input is worth. */
  | 'implausible-output'
  /** The reply's minimum is below the requested slippage limit, and nothing except the provider would enforce the trade's minimum. */
  | 'minimum-too-low'
  /** The client disconnected. */
  | 'cancelled';

/**
 * A failed request to a provider; errors of our own are thrown unchanged. The HTTP edge answers 502 unless `status` says otherwise.
 * In a quote stream it does not end the stream, as documented, and is listed in the `end` event.
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
