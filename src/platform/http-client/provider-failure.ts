import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { JsonObject } from '../../values/json.ts';

/** Why a provider returned no quote, build or status. The reason is shown in a quote stream's `end` event and counted in metrics. */
export type ProviderFailureReason =
  /** The provider does not support this pair of tokens, this chain, or this kind of trade. */
  | 'unsupported'
  /** The provider has no route or not enough liquidity for this amount. */
  | 'no-route'
  /** The amount is outside the minimum and maximum of the provider. */
  | 'amount-out-of-range'
  /** The provider's reply did not arrive in time. */
  | 'timeout'
  | 'rate-limited'
  /** The provider cannot be reached, or answers with an HTTP status from 500 to 599. */
  | 'unavailable'
  /** The provider refuses this service's API key. */
  | 'unauthorized'
  /** The provider refuses the request for another reason (4xx). */
  | 'rejected'
  /** The reply does not match the provider's documentation: it is not JSON, or has missing or invalid fields. */
  | 'malformed-reply'
  /** The reply is about other tokens, chains or amounts than requested. */
  | 'mismatched-reply'
  /** The reply requests a call of, or an approval for, a contract that is not among the provider's pinned contracts. */
  | 'unpinned-contract'
  /** The promised output is worth far more than the input, which must be an error or a fraud. */
  | 'implausible-output'
  /**
   * The minimum output in the reply is below the one that the requested slippage limit demands, and nobody except the provider would
   * enforce a minimum.
   */
  | 'minimum-too-low'
  /** The client disconnected. */
  | 'cancelled';

/**
 * A failed request to a provider. Internal errors are thrown unchanged and not converted to this class. The HTTP layer answers with 502
 * unless `status` is set. In a quote stream, the failure is listed in the `end` event and does not end the stream.
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
