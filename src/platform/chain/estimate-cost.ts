import type { CostEstimate } from '../../values/cost-estimate.ts';
import type { Chain, ProbedCall } from './chain.ts';

/** Estimates a call's gas, and the fee for its data that a rollup charges for it. @throws the errors of `Chain.estimateGas` */
export async function estimateCost(chain: Pick<Chain, 'probeGas' | 'dataFees'>, call: ProbedCall): Promise<CostEstimate> {
  const { gas, hasDataGas } = await chain.probeGas(call);
  const dataFees = await chain.dataFees(call, gas);
  return { gas: hasDataGas ? gas : gas + dataFees.gas, dataFees };
}
