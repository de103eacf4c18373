import type { ReplyParams } from '../../machines/transaction-sender/effect-params.ts';
import type { EffectContext } from '../../src/runtime/define/definition.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';

/**
 * Reports a request's outcome to its requester.
 * @throws RetryableError `asker-not-waiting` when the requester does not accept the event `TX_SETTLED` in its current state. A later
 * attempt can succeed, because the requester may not have committed yet that it waits for the outcome.
 */
export async function sendResult(params: ReplyParams, { actors, key }: Pick<EffectContext, 'actors' | 'key'>): Promise<null> {
  const { replyTo, requestKey, outcome, txHash, blockNumber, blockHash, reason } = params;
  const event = {
    type: 'TX_SETTLED',
    requestKey,
    outcome,
    ...(txHash === null ? {} : { txHash }),
    ...(blockNumber === null ? {} : { blockNumber }),
    ...(blockHash === null ? {} : { blockHash }),
    ...(reason === null ? {} : { reason }),
  };
  const { accepted, duplicate } = await actors.send(replyTo, event, { eventId: key });
  if (accepted || duplicate) return null;
  throw new RetryableError({
    code: 'asker-not-waiting',
    message: `${replyTo} does not wait for the outcome of the request ${requestKey}.`,
  });
}
