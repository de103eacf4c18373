import type { DcaVault } from '../../platform/chain/dca-vault/dca-vault.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { type BatchCall, batchGas, ITEM_RESERVE_GAS, parseCalldata } from '../../values/batch-call.ts';
import type { Clock } from '../../values/clock.ts';
import type { SealedBatch } from '../../values/dca-batch.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { DcaDeployments } from './dca-deployments.ts';

/**
 * Builds the transaction of a batch of orders or pay-outs.
 * @throws TerminalError `no-executor` when this node has no key for the chain; RetryableError when the chain's time cannot be read
 */
export type MakeBatchCall = (chainId: number, batch: SealedBatch) => Promise<BatchCall>;

/**
 * Number of seconds, by the chain's clock, after which a batch that was not mined expires. The lifetime is shorter than the time for which
 * the routes in the batch are valid.
 */
const BATCH_LIFETIME_SEC = 300;
export function createBatchCall(deps: {
  deployments: DcaDeployments;
  vaultAt: (chainId: number, address: Address) => DcaVault;
  clock: Clock;
}): MakeBatchCall {
  const { deployments, vaultAt, clock } = deps;
  return async (chainId, batch) => {
    const executor = batch.items[0]?.order?.executor ?? deployments.executorOf(chainId);
    if (executor === null) {
      throw new TerminalError({ code: 'no-executor', message: `This node has no executor key for chain ${chainId}.` });
    }
    const vault = vaultAt(chainId, batch.vault);
    const deadlineSec = Math.max(await vault.timeSec(), Math.floor(clock.now() / 1000)) + BATCH_LIFETIME_SEC;
    const data = dataOf(vault, batch, deadlineSec);
    const limits = batch.items.map(({ order }) => BigInt(order?.gasLimit ?? 0));
    const gas = batchGas(limits, ITEM_RESERVE_GAS.dca, data);
    return { executor, call: { to: vault.address, data, value: '0', gas: gas.toString() }, deadlineSec };
  };
}

function dataOf(vault: DcaVault, batch: SealedBatch, deadlineSec: number): string {
  const orders = batch.items.flatMap(({ wallet, positionId, order }) => {
    if (order === null) return [];
    const target = parseAddress(order.target);
    const amounts = { amountOutMin: BigInt(order.amountOutMin), gasLimit: BigInt(order.gasLimit) };
    const { orderIndex } = order;
    return [
      {
        wallet: parseAddress(wallet),
        positionId,
        orderIndex,
        target,
        spender: parseAddress(order.spender),
        data: parseCalldata(order.data, "An order's"),
        ...amounts,
      },
    ];
  });
  if (orders.length === batch.items.length) return vault.encodeExecute(orders, deadlineSec);
  if (orders.length > 0) throw new TerminalError({ code: 'mixed-batch', message: 'A batch contains either orders or pay-outs, not both.' });
  const keys = batch.items.map(({ wallet, positionId }) => ({ wallet: parseAddress(wallet), positionId }));
  return vault.encodeAutoClaims(keys, deadlineSec);
}
