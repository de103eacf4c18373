import type { Chain, RollupKind } from '../../platform/chain/chain.ts';
import { createChains } from '../../platform/chain/create-chains.ts';
import { silentLog as log } from '../../platform/log/log.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { formatAmount } from '../../values/format-amount.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import { dataFeesOfABatch } from './examine-executor.ts';

const NAMES: Readonly<Record<Exclude<RollupKind, 'none'>, string>> = { 'op-stack': 'an OP-stack chain', arbitrum: 'an Arbitrum chain' };

/**
 * Reports the data fee of a batch of orders on a rollup, and whether the Network record states the right kind of rollup. Returns null when
 * the chain is not a rollup.
 */
export async function examineRollup(chain: Pick<Chain, 'rollupKind' | 'dataFees'>, network: EffectiveNetwork): Promise<Finding | null> {
  const { id, nodeUrls, confirmations, rollup, nativeCurrency } = network;
  const check = `chain ${id} rollup`;
  // The chain client that is created here does not know the kind of rollup in the Network record, so it determines the kind from the chain
  // itself.
  const asked = createChains({ networks: [{ chainId: id, rpcUrls: nodeUrls, confirmations }], log, abis: [] }).of(id);
  let kind: RollupKind = 'none';
  const finding = await looked(check, 'Try again.', async () => {
    kind = await asked.rollupKind();
    if (rollup !== undefined && rollup !== 'none' && kind !== rollup)
      return wrong(
        check,
        `The Network record says that this is ${NAMES[rollup]}, but the chain does not behave like this kind of chain. Correct \`rollup\` in the record.`,
      );
    if (kind === 'none') return ok(check, 'none');
    if (rollup === 'none')
      return ok(
        check,
        `the chain behaves like ${NAMES[kind]}, but its fees for data are not counted, because \`rollup\` is \`none\` in the Network record`,
      );
    const { gas, wei } = await dataFeesOfABatch(chain);
    const price = gas > 0n ? `${gas} gas` : `${formatAmount(wei, nativeCurrency.decimals)} ${nativeCurrency.symbol}`;
    return ok(check, `${NAMES[kind]}: a batch of orders currently pays a fee of about ${price} for its data`);
  });
  return finding.isOk && kind === 'none' ? null : finding;
}
