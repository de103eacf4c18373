import type { Chain } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import type { DataFees } from '../../values/cost-estimate.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { mostPerGas } from '../../values/most-per-gas.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import { sampleCalldata } from '../../values/sample-calldata.ts';
import type { EffectiveNetwork } from '../networks/network.ts';

type Network = Pick<EffectiveNetwork, 'id' | 'nativeCurrency'>;
type ReadChain = Pick<Chain, 'getBalance' | 'estimateFees' | 'dataFees'>;

/** Approximate gas of a transaction with a batch of orders. The executor should be able to pay for several batches. */
const GAS_OF_A_BATCH = 2_000_000n;
const LEAST_BATCHES = 10n;
/** Sample calldata of 6,000 bytes, as long as that of a batch of five orders. It is used to estimate the data fee of a rollup. */
const DATA_OF_A_BATCH = sampleCalldata(6_000);

/** Checks that this node has an executor (an account that sends transactions) on a chain, and that the executor can pay for gas. */
export function examineExecutor(chain: ReadChain, network: Network, address: Address | null): Promise<Finding> {
  const check = `chain ${network.id} executor`;
  if (address === null) {
    const todo = `Set EXECUTOR_KEY_${network.id} or EXECUTOR_KEY.`;
    return Promise.resolve(wrong(check, `No executor key is set, so nothing is executed on this chain. ${todo}`));
  }
  return looked(check, 'Try again.', async () => {
    const { has, batches } = await gasOf(chain, network, address);
    return batches >= LEAST_BATCHES ? ok(check, has) : wrong(check, tooLittle(has, batches));
  });
}

/**
 * Returns a message when an executor's balance is too low to pay for gas; null when it is high enough. @throws RetryableError when the
 * chain cannot be read
 */
export async function gasTrouble(chain: ReadChain, network: Network, address: Address): Promise<string | null> {
  const { has, batches } = await gasOf(chain, network, address);
  return batches >= LEAST_BATCHES ? null : `executor: ${tooLittle(has, batches)}`;
}

async function gasOf(chain: ReadChain, { nativeCurrency }: Network, address: Address) {
  const reading = [chain.getBalance(address), chain.estimateFees(), dataFeesOfABatch(chain)] as const;
  const [balance, fees, data] = await Promise.all(reading);
  const batches = balance / ((GAS_OF_A_BATCH + data.gas) * mostPerGas(fees) + data.wei);
  return { batches, has: `${address} has ${formatAmount(balance, nativeCurrency.decimals)} ${nativeCurrency.symbol}` };
}

/** Returns the fee that a rollup charges for the data of a batch of orders. */
export function dataFeesOfABatch(chain: Pick<Chain, 'dataFees'>): Promise<DataFees> {
  return chain.dataFees({ to: NATIVE_ADDRESS, data: DATA_OF_A_BATCH }, GAS_OF_A_BATCH);
}

function tooLittle(has: string, batches: bigint): string {
  return `${has}, enough gas for ${batches} batches of orders at current fees. Send more to this address.`;
}
