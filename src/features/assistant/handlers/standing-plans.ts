import type { Networks } from '../../../market/networks/create-networks.ts';
import type { VaultCalls } from '../../../platform/chain/wallet-calls/encode-vault-calls.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { countText, exactText } from '../../../values/inspection/plain-number.ts';
import type { DcaGives } from '../../dca/module.ts';
import type { PositionNow } from '../../dca/positions-now.ts';
import type { Answer, Asked } from '../answers/answer.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';
import { pauseOf } from '../lookup/pause-of.ts';
import type { Operation } from '../understanding/agent-service.ts';
import { type Idle, isNamed, isNarrowing, type StandingItem, standingAnswer } from './standing.ts';

export type StandingPlansDeps = {
  readonly dca: Pick<DcaGives, 'list' | 'positionsNow'>;
  readonly networks: Pick<Networks, 'get'>;
  readonly vaultCalls: VaultCalls;
};

type Plan = Awaited<ReturnType<DcaGives['list']>>[number];
/** A plan with the settings that its vault has now; `isOver` means that its position has ended there. */
type PlanNow = Omit<Plan, 'phase'> & { readonly phase: string; readonly isOver: boolean };

/** Builds the answer that lists a wallet's plans of purchases, with the vault transactions that cancel, pause or resume them. */
export async function standingPlans(
  { dca, networks, vaultCalls }: StandingPlansDeps,
  { slots }: Asked,
  wallet: Address,
  operation: Operation,
): Promise<Answer> {
  const all = await dca.list(wallet, 'active');
  const isMeant = ({ fromToken, toToken, chainId }: Plan) =>
    isNamed(slots, { chainId, spends: wordsOf(fromToken), buys: wordsOf(toToken) });
  const items: StandingItem[] = [];
  const idle: Idle[] = [];
  for (const plan of await asTheyAreNow(dca, all.filter(isMeant), wallet)) {
    const [spends, buys] = [wordsOf(plan.fromToken), wordsOf(plan.toToken)];
    const place = (await networks.get(plan.chainId))?.name ?? `chain ${plan.chainId}`;
    const left = `${countText(plan.ordersLeft, 'purchase')} left`;
    const description = `${exactText(String(plan.amount))} ${spends[0]} to ${buys[0]} on ${place}, ${left}`;
    const transactions = operation === 'list' ? [] : changesOf(plan, operation, wallet, vaultCalls);
    const route = operation === 'cancel' && plan.positionId === null ? cancelRecord(plan) : null;
    if (operation !== 'list' && transactions.length === 0 && route === null) idle.push({ description, why: whyNothing(plan, operation) });
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
      route,
    });
  }
  return standingAnswer(
    operation,
    { items, isNarrowed: isNarrowing(slots), all: all.length, idle },
    { action: 'dca', what: 'plan', none: 'You have no plan of purchases that is running.' },
  );
}

/**
 * Replaces the settings of plans by those that their vaults have now. The record of a plan follows its vault once a minute, so a pause
 * that has just been mined is not in it. Where a chain cannot be read, the records count.
 */
async function asTheyAreNow(dca: StandingPlansDeps['dca'], plans: readonly Plan[], wallet: Address): Promise<readonly PlanNow[]> {
  const byVault = Map.groupBy(plans, ({ chainId, vault }) => `${chainId}/${vault}`);
  const read = await Promise.all(
    [...byVault.values()].map(async (ofVault) => {
      const [first] = ofVault;
      const placed = ofVault.flatMap(({ positionId }) => (positionId === null ? [] : [positionId]));
      if (first === undefined || first.vault === null || !isAddress(first.vault) || placed.length === 0) return [];
      const now = await dca.positionsNow({ chainId: first.chainId, vault: first.vault }, wallet, placed);
      return (now ?? []).map((position, at) => [`${first.chainId}/${first.vault}/${placed[at]}`, position] as const);
    }),
  );
  const found = new Map<string, PositionNow>(read.flat());
  return plans.map((plan) => {
    const now = found.get(`${plan.chainId}/${plan.vault}/${plan.positionId}`);
    if (now === undefined) return { ...plan, isOver: false };
    const { isPaused = false, areAllPaused = false } = pauseOf(now.guard) ?? {};
    const isOver = now.status !== 'active';
    const running = isPaused || areAllPaused || !now.isAutoBuy ? 'paused' : plan.phase === 'paused' ? 'running' : plan.phase;
    const phase = now.status === 'completed' ? 'done' : now.status === 'cancelled' ? 'cancelled' : running;
    return { ...plan, guard: now.guard, isAutoBuy: now.isAutoBuy, phase, isOver };
  });
}

/** Why a change of a plan needs no transaction, as the end of a sentence about the plan. */
function whyNothing({ isOver, positionId }: PlanNow, operation: Exclude<Operation, 'list'>): string {
  if (isOver) return 'is not open in the vault any more';
  if (positionId === null) return 'has no position in the vault yet';
  return operation === 'resume' ? 'is not paused in the vault' : 'cannot be changed by a transaction here';
}

/** Why a plan buys nothing although a purchase is due, as the code that the API shows; null when nothing keeps it from buying. */
function blockOf({ phase, lastSkip }: PlanNow): string | null {
  return phase === 'retrying' ? (lastSkip?.kind ?? null) : null;
}

/**
 * A plan whose position does not exist in the vault contract yet cannot be ended by a transaction. Instead, the record of the plan is
 * cancelled.
 */
function cancelRecord({ _id }: PlanNow): StandingItem['route'] {
  return {
    ...{ method: 'POST', path: '/api/defi/cancel-dca', body: { dcaId: _id } },
    note: 'A plan without a position in the vault has spent nothing. To cancel it, call POST /api/defi/cancel-dca.',
  };
}

function changesOf(plan: PlanNow, operation: 'cancel' | 'pause' | 'resume', wallet: Address, calls: VaultCalls): Unsigned[] {
  const { positionId, vault, chainId } = plan;
  if (plan.isOver || positionId === null || vault === null || !isAddress(vault)) return [];
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
