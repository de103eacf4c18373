import type { dcaBatchMachine } from '../../machines/dca-batch.ts';
import type { EffectContext, EffectHandlers, PlainEvent } from '../../src/runtime/definition.ts';
import type { MakeBatchCall } from '../../src/services/dca/batch-call.ts';
import type { DcaPlaces } from '../../src/services/dca/dca-places.ts';
import type { ItemVerdict, RecordOutcome } from '../../src/services/dca/record-outcome.ts';
import { QuarantinedError } from '../../src/values/errors/quarantined-error.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { isOpenAt, senderIdOf } from '../transaction-sender/ask-sender.ts';
import { untilRead } from '../until-read.ts';
import type { dcaBatch } from './actor.ts';

export type DcaBatchEffects = EffectHandlers<typeof dcaBatchMachine, (typeof dcaBatch)['effects']>;

export function createDcaBatchEffects(deps: {
  makeBatchCall: MakeBatchCall;
  recordOutcome: RecordOutcome;
  places: DcaPlaces;
  /** Called when the positions know what became of their orders, and the sender not yet that it may forget: a crash harness dies here. */
  faultPoint?: ((name: 'outcome:told') => Promise<void>) | undefined;
}): DcaBatchEffects {
  const { makeBatchCall, recordOutcome, places, faultPoint = async () => {} } = deps;
  return {
    seal: { run: async ({ batchNo }) => ({ type: 'SEAL', batchNo }) },
    submitBatch: {
      async run({ chainId, batch }, { key, actorId, actors }) {
        const { executor, call, deadlineSec } = await makeBatchCall(chainId, batch);
        const request = { type: 'REQUEST', requestKey: batch.id, replyTo: actorId, turnOf: actorId, call, deadlineSec };
        await actors.send(senderIdOf(chainId, executor), request, { eventId: key });
        return null;
      },
    },
    recordOutcome: {
      async run({ chainId, batch, outcome }, context) {
        const executor = places.executorOf(chainId);
        const verdicts = await untilRead(() => recordOutcome(chainId, batch, outcome));
        const toSender = (type: string, sender: string) =>
          context.actors.send(senderIdOf(chainId, sender), { type, requestKey: batch.id }, { eventId: `${context.key}/${type}` });
        if (verdicts === null) {
          const reply = executor === null ? null : await toSender('RECHECK', executor);
          // A sender forgets what was acknowledged. So an attempt before this one has told everybody, and did not live to say so; what
          // the chain takes back after that is for the follower of the vault to see.
          if (reply !== null && !isOpenAt(reply.snapshot, batch.id)) return { type: 'OUTCOME_RECORDED', batchId: batch.id };
          return { type: 'RECEIPT_GONE', batchId: batch.id };
        }
        await Promise.all(verdicts.map((verdict) => tell(verdict, context)));
        await faultPoint('outcome:told');
        if (executor !== null) await toSender('ACKNOWLEDGE', executor);
        return { type: 'OUTCOME_RECORDED', batchId: batch.id };
      },
    },
  };
}

/** A claim's item key holds what the position had received when it asked, by which it knows that it is its own that came back. */
function toldOf({ itemKey }: ItemVerdict['item'], event: ItemVerdict['event']): PlainEvent {
  if (event.type === 'AUTO_CLAIM_RETURNED' || event.type === 'AUTO_CLAIM_REFUSED') {
    const { itemKey: _, ...rest } = event;
    return { ...rest, askedAt: itemKey.split('/')[2] ?? '0' };
  }
  return { ...event };
}

/** The event's id is the item's own, so that a repeat after a crash changes nothing. */
async function tell({ item, event }: ItemVerdict, { actors }: EffectContext): Promise<void> {
  const told = toldOf(item, event);
  try {
    await actors.send(item.positionActorId, told, { eventId: `${item.itemKey}/${event.type}` });
  } catch (error) {
    // Nobody waits for it any more: an operator removed the record. The batch's other positions still have to be told.
    if (error instanceof TerminalError && error.code === 'actor-not-found') return;
    // One in quarantine holds up nobody else's orders: what was done on chain, its vault says as soon as it goes on.
    if (error instanceof QuarantinedError && (event.type === 'ORDER_SETTLED' || event.type === 'LOOK')) return;
    throw error;
  }
}
