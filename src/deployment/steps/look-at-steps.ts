import type { Chain, Fees } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { mostPerGas } from '../../values/most-per-gas.ts';
import type { Call, Step, StepState } from './step.ts';

export type StepGas = {
  readonly units: bigint;
  /**
   * Whether the amount of gas was estimated by a node. Otherwise it is our own upper estimate, because the called contract is not deployed
   * yet.
   */
  readonly isMeasured: boolean;
  /**
   * Maximum fee in wei that a rollup charges for the transaction's data in addition to the gas: `TIMES_DATA_FEES` times the current price.
   */
  readonly dataFeeWei: bigint;
  /** Maximum cost in wei of the step's gas and data, at the fees of the plan. */
  readonly costWei: bigint;
};

export type LookedStep = {
  readonly step: Step;
  readonly state: StepState;
  /** Gas of the step's transaction; null when this command sends no transaction for the step. */
  readonly gas: StepGas | null;
};

/**
 * Maximum price of a transaction's data, as a multiple of the current price. The same factor limits the price of gas: twice the current
 * base fee.
 */
export const TIMES_DATA_FEES = 2n;
/** Gas limit of a transaction, in percent of the estimated gas. */
export const GAS_LIMIT_PERCENT = 120n;

/**
 * Reads from the chain which steps are needed, and what each of them costs.
 * @param from the account that sends the steps which anybody may send
 * @param fees maximum gas fees
 * @throws the errors of `ChainReads`
 */
export async function lookAtSteps(
  steps: readonly Step[],
  deps: { readonly chain: Chain; readonly from: Address; readonly fees: Fees },
): Promise<readonly LookedStep[]> {
  const { chain, from, fees } = deps;
  const looked: LookedStep[] = [];
  for (const step of steps) {
    const state = await chain.onOneEndpoint((reads) => step.look(reads));
    if (state.kind !== 'needed') looked.push({ step, state, gas: null });
    else looked.push({ step, ...(await measured(state, step.sender ?? from)) });
  }
  return looked;

  async function measured(state: StepState & { kind: 'needed' }, sender: Address): Promise<Omit<LookedStep, 'step'>> {
    const estimate = state.isReady ? await estimateGas(chain, sender, state.call) : null;
    if (typeof estimate === 'string') return { state: { kind: 'refused', reason: estimate }, gas: null };
    const dataFees = await chain.dataFees(state.call, estimate ?? state.roughGas);
    const units = estimate ?? state.roughGas + dataFees.gas;
    const dataFeeWei = dataFees.wei * TIMES_DATA_FEES;
    return { state, gas: { units, isMeasured: estimate !== null, dataFeeWei, costWei: units * mostPerGas(fees) + dataFeeWei } };
  }
}

/**
 * Returns the maximum amount in wei that a step costs its sender: its gas, and the value that it sends. Returns 0 for a step for which we
 * send no transaction.
 */
export function costOf({ state, gas }: LookedStep): bigint {
  return state.kind === 'needed' && gas !== null ? gas.costWei + state.call.value : 0n;
}

/**
 * Asks the chain for the gas of a call.
 * @returns null when no node estimates the gas because the sender cannot pay; the reason, when the chain refuses the call
 */
export async function estimateGas(chain: Pick<Chain, 'estimateGas'>, from: Address, call: Call): Promise<bigint | string | null> {
  try {
    return await chain.estimateGas({ from, ...call });
  } catch (error) {
    if (!(error instanceof TerminalError)) throw error;
    if (error.code === 'insufficient-funds') return null;
    return `The chain refuses this transaction from ${from}: ${error.message}`;
  }
}
