import { costOf, type LookedStep, lookAtSteps } from '../../deployment/steps/look-at-steps.ts';
import type { Step } from '../../deployment/steps/step.ts';
import type { Fees } from '../../platform/chain/chain.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import type { OpenContracts } from './open-contracts.ts';

/** Planned transactions (steps) with their current state on the chain, as seen by the account that will send the transactions. */
export type PlannedSteps = {
  /** The account that sends the transactions; null when no signing key is given. */
  readonly sender: Address | null;
  readonly balanceWei: bigint | null;
  /** Maximum amount in wei that the sender needs for the steps that the sender itself sends. */
  readonly neededWei: bigint;
  readonly steps: readonly Step[];
  readonly looked: readonly LookedStep[];
  /** The maximum gas fees. The costs of the plan are computed with these fees, and no transaction of the plan pays higher ones. */
  readonly fees: Fees;
  /** Reasons why no transaction of the plan may be sent; empty when the transactions may be sent. */
  readonly problems: readonly string[];
};

/**
 * Plans transactions (steps) with their state on chain and their costs.
 * @param admin the account that sends the steps for which the signing key has no permission, and all steps when there is no signing key
 * @throws the errors of `ChainReads`
 */
export async function planSteps(
  { chain, network, executors }: Pick<OpenContracts, 'chain' | 'network' | 'executors'>,
  { steps, signer, admin }: { readonly steps: readonly Step[]; readonly signer: Signer | null; readonly admin: Address },
): Promise<PlannedSteps> {
  const sender = signer?.address ?? null;
  const fees = await chain.estimateFees();
  const looked = await lookAtSteps(steps, { chain, from: sender ?? admin, fees });
  const sharesNonces = sender !== null && executors.includes(sender);
  return {
    ...{ sender, steps, looked, fees },
    balanceWei: sender === null ? null : await chain.getBalance(sender),
    neededWei: sender === null ? 0n : neededFrom(sender, looked),
    problems: [
      ...(sharesNonces
        ? [
            `The key that signs these transactions is also the EXECUTOR_KEY of chain ${network.id} (${sender}): transactions of this command and of a running ` +
              'node would use the same nonces. Use another key.',
          ]
        : []),
      ...looked.flatMap(({ step, state }) => (state.kind === 'refused' ? [`${step.id}: ${state.reason}`] : [])),
    ],
  };
}

/** Returns the maximum amount in wei that an account needs for the planned transactions (steps) that it sends. */
function neededFrom(sender: Address, looked: readonly LookedStep[]): bigint {
  return looked.filter(({ step }) => step.sender === null || step.sender === sender).reduce((sum, each) => sum + costOf(each), 0n);
}
