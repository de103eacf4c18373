import { transactionSender } from '../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects, type FaultPoint, type TransactionWatch } from '../../actors/transaction-sender/effects.ts';
import { pause } from '../platform/chain/pause.ts';
import { type ImplementedActor, implementActor } from '../runtime/implement-actor.ts';
import type { OpenChains } from './open-chains.ts';

/** The actor that sends what other actors ask for; see its machine. */
export function createSenderActor(
  { chains, signers }: OpenChains,
  faultPoint: ((name: FaultPoint) => Promise<void>) | undefined,
  createEffects = createTransactionSenderEffects,
  watch?: TransactionWatch,
): ImplementedActor {
  const effects = createEffects({ chains, signers, pause, ...(faultPoint ? { faultPoint } : {}), ...(watch ? { watch } : {}) });
  return implementActor(transactionSender, { effects });
}
