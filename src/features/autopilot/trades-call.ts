import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { SealedTrades, TradeItem } from '../../values/autopilot/trade-batch.ts';
import { type BatchCall, batchGas, ITEM_RESERVE_GAS, parseCalldata } from '../../values/batch-call.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/**
 * Builds the transaction of a batch of trades.
 * @throws TerminalError `empty-batch`, `invalid-calldata`
 */
export type MakeTradesCall = (chainId: number, batch: SealedTrades) => Promise<BatchCall>;

export function createTradesCall(deps: { vaultAt: (chainId: number, address: Address) => AutopilotVault }): MakeTradesCall {
  return async (chainId, { vault: address, items }) => {
    const [first] = items;
    if (first === undefined) throw new TerminalError({ code: 'empty-batch', message: 'A batch must contain at least one trade.' });
    const vault = deps.vaultAt(chainId, address);
    // The deadline of the batch is the earliest deadline of its trades, so that no trade is executed after its own deadline.
    const deadlineSec = Math.min(...items.map((item) => item.deadlineSec));
    const data = vault.encodeExecuteTrades(items.map(vaultItem), deadlineSec);
    const limits = items.map(({ trade }) => BigInt(trade.gasLimit));
    const gas = batchGas(limits, ITEM_RESERVE_GAS.autopilot, data).toString();
    return { executor: first.executor, call: { to: vault.address, data, value: '0', gas }, deadlineSec };
  };
}

function vaultItem({ trade }: TradeItem) {
  const { agentId, tradeId, tokenIn, tokenOut, target, spender, policyHash } = trade;
  const amounts = { amountIn: BigInt(trade.amountIn), amountOutMin: BigInt(trade.amountOutMin) };
  const swap = { tokenIn, tokenOut, ...amounts, target, spender, data: parseCalldata(trade.data, "A trade's"), policyHash };
  return { agentId, tradeId, trade: swap, gasLimit: BigInt(trade.gasLimit) };
}
