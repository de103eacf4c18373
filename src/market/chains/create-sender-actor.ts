import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { createTransactionSenderEffects, type FaultPoint, type TransactionWatch } from '../../../actors/transaction-sender/effects.ts';
import { type Pause, pause } from '../../platform/chain/pause.ts';
import { type ImplementedActor, implementActor } from '../../runtime/implement-actor.ts';
import type { OpenChains } from './open-chains.ts';

/** The actor that sends what other actors ask for; see its machine. */
export function createSenderActor(
  { chains, signers }: OpenChains,
  faultPoint: ((name: FaultPoint) => Promise<void>) | undefined,
  createEffects = createTransactionSenderEffects,
  watch?: TransactionWatch,
  pauseBetweenLooks: Pause = pause,
): ImplementedActor {
  const given = { ...(faultPoint ? { faultPoint } : {}), ...(watch ? { watch } : {}) };
  const effects = createEffects({ chains, signers, pause: pauseBetweenLooks, ...given });
  return implementActor(transactionSender, { effects });
}
