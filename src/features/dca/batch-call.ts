import type { DcaVault } from '../../platform/chain/dca-vault/dca-vault.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import type { BatchItem, SealedBatch } from '../../values/dca-batch.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { DcaDeployments } from './dca-deployments.ts';

/** The transaction of a batch, in the form that the transaction sender takes. Gas as decimal text. */
export type BatchCall = {
  readonly executor: Address;
  readonly call: { readonly to: string; readonly data: string; readonly value: string; readonly gas: string };
  /** Unix seconds by the chain's clock, after which the vault refuses the call and the sender cancels it. */
  readonly deadlineSec: number;
};

/** Builds the transaction of a batch. @throws TerminalError `no-executor`; RetryableError when the chain's time cannot be read */
export type MakeBatchCall = (chainId: number, batch: SealedBatch) => Promise<BatchCall>;

/** Seconds that a batch may wait to be mined, by the chain's clock. Shorter than the lifetime of its routes. */
const BATCH_LIFETIME_SEC = 300;
/** Gas from DcaVault.sol: the vault's reserve beside an item's own limit, and the most that one pay-out may use. */
const ITEM_RESERVE_GAS = 260_000n;
/** Gas for the transaction itself, the batch's checks and the reentrancy guard. */
const BASE_GAS = 100_000n;

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
    const gas = gasOf(batch.items, data);
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
        data: hex(order.data),
        ...amounts,
      },
    ];
  });
  if (orders.length === batch.items.length) return vault.encodeExecute(orders, deadlineSec);
  if (orders.length > 0) throw new TerminalError({ code: 'mixed-batch', message: 'A batch contains either orders or pay-outs, not both.' });
  const keys = batch.items.map(({ wallet, positionId }) => ({ wallet: parseAddress(wallet), positionId }));
  return vault.encodeAutoClaims(keys, deadlineSec);
}

/**
 * Computes the gas that the vault requires before it starts each item, so that no item fails for lack of gas. A call passes on at most
 * 63/64 of the remaining gas.
 */
function gasOf(items: readonly BatchItem[], data: string): bigint {
  const limits = items.map(({ order }) => (BigInt(order?.gasLimit ?? 0) * 64n) / 63n + 1n + ITEM_RESERVE_GAS);
  const calldata = BigInt(data.length / 2) * 16n;
  return limits.reduce((sum, limit) => sum + limit, BASE_GAS + calldata);
}

function hex(text: string): `0x${string}` {
  if (!/^0x([0-9a-f]{2})*$/i.test(text)) throw new TerminalError({ code: 'invalid-calldata', message: "An order's calldata is not hex." });
  return `0x${text.slice(2)}`;
}
