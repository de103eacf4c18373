import type { ReplyParams } from '../../machines/transaction-sender/effect-params.ts';
import type { transactionSenderMachine } from '../../machines/transaction-sender.ts';
import type { EffectContext, EventInput } from '../../src/runtime/definition.ts';

/** Tells whoever asked what became of a request. An asker that takes no `TX_SETTLED` in its state waits for nothing any more. */
export async function tellAsker(
  params: ReplyParams,
  { actors, key }: Pick<EffectContext, 'actors' | 'key'>,
): Promise<EventInput<typeof transactionSenderMachine> | null> {
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
  return accepted || duplicate ? null : { type: 'REPLY_FAILED', requestKey, gone: true };
}
