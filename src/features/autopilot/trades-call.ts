import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { SealedTrades, TradeItem } from '../../values/autopilot/trade-batch.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** The transaction of a batch of trades, in the form that the transaction sender takes. Gas as decimal text. */
export type TradesCall = {
  readonly executor: Address;
  readonly call: { readonly to: string; readonly data: string; readonly value: string; readonly gas: string };
  /** Unix seconds by the chain's clock: the earliest deadline of its trades, so that none is executed after its own. */
  readonly deadlineSec: number;
};

/** Builds the transaction of a batch of trades. @throws TerminalError `empty-batch`, `invalid-calldata` */
export type MakeTradesCall = (chainId: number, batch: SealedTrades) => Promise<TradesCall>;

/** Gas that the vault reserves beside a trade's own limit: `ITEM_RESERVE_GAS` of AutopilotVault.sol. */
const ITEM_RESERVE_GAS = 60_000n;
/** Gas for the transaction itself, the batch's checks and the reentrancy guard. */
const BASE_GAS = 100_000n;

export function createTradesCall(deps: { vaultAt: (chainId: number, address: Address) => AutopilotVault }): MakeTradesCall {
  return async (chainId, { vault: address, items }) => {
    const [first] = items;
    if (first === undefined) throw new TerminalError({ code: 'empty-batch', message: 'A batch contains at least one trade.' });
    const vault = deps.vaultAt(chainId, address);
    const deadlineSec = Math.min(...items.map((item) => item.deadlineSec));
    const data = vault.encodeExecuteTrades(items.map(vaultItem), deadlineSec);
    return { executor: first.executor, call: { to: vault.address, data, value: '0', gas: gasOf(items, data).toString() }, deadlineSec };
  };
}

function vaultItem({ trade }: TradeItem) {
  const { agentId, tradeId, tokenIn, tokenOut, target, spender, policyHash } = trade;
  const amounts = { amountIn: BigInt(trade.amountIn), amountOutMin: BigInt(trade.amountOutMin) };
  const swap = { tokenIn, tokenOut, ...amounts, target, spender, data: hex(trade.data), policyHash };
  return { agentId, tradeId, trade: swap, gasLimit: BigInt(trade.gasLimit) };
}

/**
 * Computes the gas that the vault requires before it starts each trade, so that none fails for lack of gas. A call passes on at most 63/64
 * of the remaining gas.
 */
function gasOf(items: readonly TradeItem[], data: string): bigint {
  const calldata = BigInt(data.length / 2) * 16n;
  return items.reduce((sum, { trade }) => sum + (BigInt(trade.gasLimit) * 64n) / 63n + 1n + ITEM_RESERVE_GAS, BASE_GAS + calldata);
}

function hex(text: string): `0x${string}` {
  if (!/^0x([0-9a-f]{2})*$/i.test(text)) throw new TerminalError({ code: 'invalid-calldata', message: "A trade's calldata is not hex." });
  return `0x${text.slice(2)}`;
}
