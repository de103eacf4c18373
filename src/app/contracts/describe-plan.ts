import { costOf, type LookedStep } from '../../deployment/steps/look-at-steps.ts';
import { asJson, type JsonObject } from '../../values/json.ts';
import { mostPerGas } from '../../values/most-per-gas.ts';
import { parseRational } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';
import type { OpenContracts } from './open-contracts.ts';
import type { DeploymentPlan } from './plan-deployment.ts';

/**
 * Price of the chain's native coin in dollars, as a decimal string, with its source. When `usd` is null, the reason why no price is known.
 */
export type CoinPrice = { readonly usd: string; readonly source: string } | { readonly usd: null; readonly reason: string };

/**
 * Describes a step of a deployment (a transaction) for a person or a script: its effect, whether it is still needed, and its maximum cost,
 * including the native coins that it sends.
 */
export function describeStep(looked: LookedStep, coin: CoinPrice, decimals: number): JsonObject {
  const { step, state, gas } = looked;
  return {
    ...{ step: step.id, what: step.what, sender: step.sender },
    state: state.kind === 'broadcast' ? 'needed' : state.kind,
    reason: 'reason' in state ? state.reason : 'note' in state ? state.note : null,
    gas: gas === null ? null : gas.units.toString(),
    isGasMeasured: gas?.isMeasured ?? null,
    valueWei: state.kind === 'needed' ? state.call.value.toString() : null,
    costWei: gas === null ? null : costOf(looked).toString(),
    costUsd: gas === null ? null : usdOf(costOf(looked), coin, decimals),
  };
}

export function describePlan({ network, config, store }: OpenContracts, plan: DeploymentPlan, coin: CoinPrice): JsonObject {
  const { decimals } = network.nativeCurrency;
  const { admin, sender, balanceWei, neededWei, setUp, contracts, routers, looked, problems, notes } = plan;
  const costWei = looked.reduce((sum, each) => sum + costOf(each), 0n);
  return asJson({
    ...{ chainId: network.id, chain: network.name, brand: config.brand, admin, sender, store },
    ...{ balanceWei: balanceWei?.toString() ?? null, neededWei: neededWei.toString() },
    mostWeiPerGas: mostPerGas(plan.fees).toString(),
    coin: { symbol: network.nativeCurrency.symbol, ...coin },
    contracts: contracts.map(({ name, address, buildHash }) => ({ name, address, buildHash })),
    setUp: {
      ...{ executors: setUp.executors, signers: setUp.signers, treasury: setUp.treasury, feeBps: setUp.feeBps },
      ...{ relayerFeeBps: setUp.relayerFeeBps, allowDelaySeconds: setUp.allowDelaySeconds, poolManager: setUp.poolManager },
    },
    routers,
    steps: looked.map((each) => describeStep(each, coin, decimals)),
    total: { costWei: costWei.toString(), costUsd: usdOf(costWei, coin, decimals) },
    ...{ problems, notes },
  });
}

/** Converts an amount of the chain's native coin in wei to dollars, as a decimal string. Returns null when the coin's price is unknown. */
export function usdOf(wei: bigint, { usd }: CoinPrice, decimals: number): string | null {
  return usd === null ? null : usdTextOf(baseUnitsToUsd(wei, parseRational(usd), decimals));
}
