import type { Networks } from '../../../market/networks/create-networks.ts';
import type { VaultCalls } from '../../../platform/chain/wallet-calls/encode-vault-calls.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { countText, numberText } from '../../../values/inspection/plain-number.ts';
import type { DcaGives } from '../../dca/module.ts';
import type { Answer, Asked } from '../answers/answer.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';
import { pauseOf } from '../lookup/pause-of.ts';
import type { Operation } from '../understanding/agent-service.ts';
import { isNamed, isNarrowing, type StandingItem, standingAnswer } from './standing.ts';

export type StandingPlansDeps = {
  readonly dca: Pick<DcaGives, 'list'>;
  readonly networks: Pick<Networks, 'get'>;
  readonly vaultCalls: VaultCalls;
};

type Plan = Awaited<ReturnType<DcaGives['list']>>[number];

/** Builds the answer that lists a wallet's plans of purchases, with the vault transactions that cancel, pause or resume them. */
export async function standingPlans(
  { dca, networks, vaultCalls }: StandingPlansDeps,
  { slots }: Asked,
  wallet: Address,
  operation: Operation,
): Promise<Answer> {
  const all = await dca.list(wallet, 'active');
  const items: StandingItem[] = [];
  for (const plan of all) {
    const [spends, buys] = [wordsOf(plan.fromToken), wordsOf(plan.toToken)];
    if (!isNamed(slots, { chainId: plan.chainId, spends, buys })) continue;
    const place = (await networks.get(plan.chainId))?.name ?? `chain ${plan.chainId}`;
    const left = `${countText(plan.ordersLeft, 'purchase')} left`;
    const description = `${numberText(String(plan.amount))} ${spends[0]} to ${buys[0]} on ${place}, ${left}`;
    const transactions = operation === 'list' ? [] : changesOf(plan, operation, wallet, vaultCalls);
    items.push({
      ...{
        id: plan._id,
        status: plan.status,
        phase: plan.phase,
        blockedBy: blockOf(plan),
        chainId: plan.chainId,
        description,
        transactions,
      },
      route: operation === 'cancel' && plan.positionId === null ? cancelRecord(plan) : null,
    });
  }
  return standingAnswer(
    operation,
    { items, isNarrowed: isNarrowing(slots), all: all.length },
    { action: 'dca', what: 'plan', none: 'You have no plan of purchases that is running.' },
  );
}

/** Why a plan buys nothing although a purchase is due, as the code that the API shows; null when nothing keeps it from buying. */
function blockOf({ phase, lastSkip }: Plan): string | null {
  return phase === 'retrying' ? (lastSkip?.kind ?? null) : null;
}

/**
 * A plan whose position does not exist in the vault contract yet cannot be ended by a transaction. Instead, the record of the plan is
 * cancelled.
 */
function cancelRecord({ _id }: Plan): StandingItem['route'] {
  return {
    ...{ method: 'POST', path: '/api/defi/cancel-dca', body: { dcaId: _id } },
    note: 'A plan without a position in the vault has spent nothing. To cancel it, call POST /api/defi/cancel-dca.',
  };
}

function changesOf(plan: Plan, operation: 'cancel' | 'pause' | 'resume', wallet: Address, calls: VaultCalls): Unsigned[] {
  const { positionId, vault, chainId } = plan;
  if (positionId === null || vault === null || !isAddress(vault)) return [];
  const of = (data: `0x${string}`, description: string): Unsigned => ({
    ...{ chainId, from: wallet, to: vault, value: '0', data },
    description: `${description} ${positionId} of the DCA vault`,
  });
  if (operation === 'cancel') return [of(calls.cancelPosition(positionId), 'Cancel position')];
  // Older versions of the vault cannot pause a position. In such a vault automatic purchases are switched off and on instead.
  const pause = pauseOf('guard' in plan ? plan.guard : null);
  if (operation === 'pause')
    return [
      pause === null
        ? of(calls.setAutoBuy(positionId, false), 'Stop the purchases of position')
        : of(calls.pausePosition(wallet, positionId), 'Pause position'),
    ];
  return [
    ...(pause?.isPaused === true ? [of(calls.unpausePosition(positionId), 'Resume position')] : []),
    ...(pause?.areAllPaused === true ? [of(calls.unpauseAll(), 'Resume everything that you paused together, including position')] : []),
    ...(plan.isAutoBuy ? [] : [of(calls.setAutoBuy(positionId, true), 'Resume the purchases of position')]),
  ];
}

/** Returns the words by which a message can name a token of the plan: its symbol and its address. */
function wordsOf({ symbol, address }: Plan['fromToken']): readonly string[] {
  return symbol === null ? [address] : [symbol, address];
}
