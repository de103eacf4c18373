import type { CostEstimate } from '../../values/cost-estimate.ts';
import type { Chain, ChainCall } from './chain.ts';

/** Estimates a call's gas and the data fee that a rollup charges for it. @throws the errors of `Chain.estimateGas` */
export async function estimateCost(chain: Pick<Chain, 'estimateGas' | 'dataFees'>, call: ChainCall): Promise<CostEstimate> {
  const gas = await chain.estimateGas(call);
  return { gas, dataFees: await chain.dataFees(call, gas) };
}
