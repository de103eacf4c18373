import type { Chain, Fees } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { mostPerGas } from '../../values/most-per-gas.ts';
import type { Call, Step, StepState } from './step.ts';

export type StepGas = {
  readonly units: bigint;
  /** Whether a node estimated it. False: an upper estimate of ours, for a call of a contract that is not there yet. */
  readonly isMeasured: boolean;
  /** The most that a rollup charges for the data beside the gas, in wei: `TIMES_DATA_FEES` of the present price. */
  readonly dataFeeWei: bigint;
  /** The most that gas and data cost at the fees of the plan, in wei. */
  readonly costWei: bigint;
};

export type LookedStep = {
  readonly step: Step;
  readonly state: StepState;
  /** Null for a step that sends nothing of ours. */
  readonly gas: StepGas | null;
};

/** How many times the present price of its data a transaction may pay. Gas has the same margin: twice the present base fee. */
export const TIMES_DATA_FEES = 2n;
/** A transaction's gas limit is this share of its estimate, in percent. */
export const GAS_LIMIT_PERCENT = 120n;

/**
 * Reads which steps are needed, and what each costs.
 * @param from the account that sends the steps which anybody may send
 * @param fees what gas costs at most
 * @throws as `ChainReads`
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

/** Wei that a step takes from its sender at most: its gas, and the value that it sends; 0 for a step that sends nothing of ours. */
export function costOf({ state, gas }: LookedStep): bigint {
  return state.kind === 'needed' && gas !== null ? gas.costWei + state.call.value : 0n;
}

/** @returns null when the sender cannot pay, so that no node estimates it; the reason, when the chain refuses the call */
export async function estimateGas(chain: Pick<Chain, 'estimateGas'>, from: Address, call: Call): Promise<bigint | string | null> {
  try {
    return await chain.estimateGas({ from, ...call });
  } catch (error) {
    if (!(error instanceof TerminalError)) throw error;
    if (error.code === 'insufficient-funds') return null;
    return `The chain refuses it from ${from}: ${error.message}`;
  }
}
