import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects, type TransactionWatch } from '../../../actors/transaction-sender/effects.ts';
import type { Harness } from '../../module/platform.ts';
import { pause as pauseOfHost } from '../../platform/chain/pause.ts';
import { type ImplementedActor, implementActor } from '../../runtime/define/implement-actor.ts';
import type { OpenChains } from './open-chains.ts';

export type SenderOptions = {
  readonly harness: Harness;
  readonly watch: TransactionWatch;
  /** Maximum number of transactions of one sender that wait to be mined at the same time. */
  readonly maxInFlight: number;
};

/** Creates the actor of the transaction sender, which signs and sends the transactions that other actors request. */
export function createSenderActor({ chains, signers }: OpenChains, { harness, watch, maxInFlight }: SenderOptions): ImplementedActor {
  const { faultPoint, senderEffects = createTransactionSenderEffects, pause = pauseOfHost } = harness;
  const effects = senderEffects({ chains, signers, pause, watch, maxInFlight, ...(faultPoint === undefined ? {} : { faultPoint }) });
  return implementActor(transactionSender, { effects });
}
