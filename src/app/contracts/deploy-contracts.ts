import { type SendDeps, type SentStep, sendSteps } from '../../deployment/steps/send-steps.ts';
import type { Step } from '../../deployment/steps/step.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { addressesOf, type Changing, type DeployedAddresses, fillNetworkRecord, requireNoOthers } from './fill-network-record.ts';
import type { OpenContracts } from './open-contracts.ts';
import type { DeploymentPlan } from './plan-deployment.ts';
import type { PlannedSteps } from './plan-steps.ts';

export type Deployed = {
  readonly sent: readonly SentStep[];
  /** Addresses of those of the deployed contracts whose deployment and set-up are both complete. */
  readonly addresses: DeployedAddresses;
  readonly isRecordChanged: boolean;
};

/**
 * Refuses to send a plan's transactions when the plan has problems.
 * @throws TerminalError `contracts-refused` with every reason why nothing may be sent
 */
export function requireSendable(
  { network }: Pick<OpenContracts, 'network'>,
  work: Pick<PlannedSteps, 'problems' | 'balanceWei' | 'neededWei'>,
): void {
  const { decimals, symbol } = network.nativeCurrency;
  const { balanceWei, neededWei } = work;
  const amount = (wei: bigint) => `${formatAmount(wei, decimals)} ${symbol}`;
  const isPoor = balanceWei !== null && balanceWei < neededWei;
  const reasons = [
    ...work.problems,
    ...(isPoor
      ? [`The account of the key has ${amount(balanceWei)} and needs up to ${amount(neededWei)}. Send the difference to this account.`]
      : []),
  ];
  if (reasons.length > 0) throw new TerminalError({ code: 'contracts-refused', message: `Nothing was sent. ${reasons.join(' ')}` });
}

/**
 * Checks all conditions for a deployment before the deployment is sent, offered or written to files.
 * @throws the errors of `requireSendable`, `requireNoOthers`
 */
export async function requireDeployable(
  open: Pick<OpenContracts, 'network' | 'networks'>,
  plan: Pick<DeploymentPlan, 'problems' | 'balanceWei' | 'neededWei' | 'contracts'>,
  isReplacing: boolean,
): Promise<void> {
  requireSendable(open, plan);
  await requireNoOthers(open, addressesOf(plan), isReplacing);
}

/**
 * Sends the transactions of the plan that the chain still needs, reads the result back, and writes the addresses of the finished contracts
 * to the chain's Network record.
 * @throws the errors of `requireDeployable`, `sendSteps`, `fillNetworkRecord`
 */
export async function deployContracts(
  open: OpenContracts,
  plan: DeploymentPlan,
  deps: Omit<SendDeps, 'chain' | 'signer' | 'fees' | 'looked'> & {
    readonly signer: Signer | null;
    readonly isReplacing: boolean;
    /**
     * The operator who changes the Network record, for the audit log; null for a rehearsal, whose changes are not recorded in the audit
     * log.
     */
    readonly operator: Changing | null;
  },
): Promise<Deployed> {
  const { chain } = open;
  const { signer, isReplacing, operator, ...rest } = deps;
  await requireDeployable(open, plan, isReplacing);
  const sent = signer === null ? [] : await sendSteps(plan.steps, { ...rest, chain, signer, fees: plan.fees, looked: plan.looked });
  const addresses = await finished(open, plan);
  return { sent, addresses, isRecordChanged: await fillNetworkRecord(open, addresses, { isReplacing, operator }) };
}

/** Returns the addresses of the contracts whose deployment and set-up transactions are all done on chain. */
async function finished({ chain }: OpenContracts, { contracts, steps }: DeploymentPlan): Promise<DeployedAddresses> {
  const isDone = async (step: Step | undefined) =>
    step !== undefined && (await chain.onOneEndpoint((reads) => step.look(reads))).kind === 'done';
  const done: Record<string, string> = {};
  for (const { name, address } of contracts) {
    const own = [name, `${name} set-up`].map((id) => steps.find((step) => step.id === id));
    if ((await Promise.all(own.map(isDone))).every(Boolean)) done[name] = address;
  }
  return done as DeployedAddresses;
}
