import type { Address } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Hash } from '../../values/hash.ts';
import { isNative } from '../../values/native.ts';
import { erc20Abi } from './abi/erc20.generated.ts';
import { relayerAbi } from './abi/relayer.generated.ts';
import type { Chain, ChainReads, ChainReceipt, Chains } from './chain.ts';
import { decodeEvents } from './decode-events.ts';
import { gasPaid } from './gas-paid.ts';

export type TradeReceiptQuery = {
  readonly hash: Hash;
  /** What should arrive; a native sentinel for the chain's own asset. */
  readonly token: Address;
  readonly recipient: Address;
  /** Our Relayer on this chain: only its own events are believed. */
  readonly relayer: Address | null;
};

/** What a chain shows of a transaction, and of what it brought the recipient. */
export type TradeReceipt =
  /** The node knows no such transaction, neither mined nor waiting. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'waiting'; readonly from: Address }
  | {
      readonly kind: 'mined';
      readonly from: Address;
      readonly status: 'success' | 'reverted';
      readonly block: { readonly number: number; readonly hash: Hash };
      /** UTC ms by the chain's clock. */
      readonly minedAtMs: number;
      /** False while its block may still be taken back. */
      readonly isFinal: boolean;
      /** Base units that arrived; null when the chain does not tell (a native asset, on a node without that block's state). */
      readonly arrived: bigint | null;
    };

export type TradeReceipts = {
  /** Whether this node has an endpoint of the chain. */
  readonly canRead: (chainId: number) => boolean;
  /** @throws as `ChainReads` */
  readonly read: (chainId: number, query: TradeReceiptQuery) => Promise<TradeReceipt>;
};

export function createTradeReceipts(deps: { readonly chains: Chains }): TradeReceipts {
  return {
    canRead: (chainId) => deps.chains.has(chainId),
    read: (chainId, query) => readTradeReceipt(deps.chains.of(chainId), query),
  };
}

function readTradeReceipt(chain: Chain, query: TradeReceiptQuery): Promise<TradeReceipt> {
  const readAt = (reads: ChainReads, mayBeForgotten: boolean) => readAtEndpoint(chain, reads, query, mayBeForgotten);
  // That a transaction is unknown ends looks at it, and an endpoint that is behind does not know it yet.
  const isDoubtful = ({ kind }: TradeReceipt) => kind === 'unknown';
  // An endpoint that has forgotten the block may stand before one that has not.
  return chain
    .onOneEndpoint((reads) => readAt(reads, false), { isDoubtful })
    .catch((error: unknown) => {
      if (isForgotten(error)) return chain.onOneEndpoint((reads) => readAt(reads, true), { isDoubtful });
      throw error;
    });
}

async function readAtEndpoint(chain: Chain, reads: ChainReads, query: TradeReceiptQuery, mayBeForgotten: boolean): Promise<TradeReceipt> {
  const receipt = await reads.getReceipt(query.hash);
  if (receipt === null) {
    const transaction = await reads.getTransaction(query.hash);
    return transaction === null ? { kind: 'unknown' } : { kind: 'waiting', from: transaction.from };
  }
  const [isFinal, block] = await Promise.all([reads.isFinal(receipt, chain.confirmations), reads.getBlock(receipt.blockNumber)]);
  // The chain went back meanwhile.
  if (block === null) return { kind: 'unknown' };
  const arrived = receipt.status === 'reverted' ? 0n : await amountArrived(reads, receipt, query, mayBeForgotten);
  const { from, status, blockNumber: number, blockHash: hash } = receipt;
  return { kind: 'mined', from, status, block: { number, hash }, minedAtMs: block.timestampSec * 1_000, isFinal, arrived };
}

async function amountArrived(
  reads: ChainReads,
  receipt: ChainReceipt,
  query: TradeReceiptQuery,
  mayBeForgotten: boolean,
): Promise<bigint | null> {
  if (!isNative(query.token)) return netTransferred(receipt, query);
  return toldByRelayer(receipt, query) ?? (await nativeGained(reads, receipt, query.recipient, mayBeForgotten));
}

/** What the token's own events say that the recipient has more of than before. */
function netTransferred(receipt: ChainReceipt, { token, recipient }: TradeReceiptQuery): bigint {
  const logs = receipt.logs.filter(({ address }) => address === token);
  let net = 0n;
  for (const { event } of decodeEvents(erc20Abi, logs)) {
    if (event.eventName !== 'Transfer') continue;
    const { from, to, value } = event.args;
    if (to.toLowerCase() === recipient) net += value;
    if (from.toLowerCase() === recipient) net -= value;
  }
  return net > 0n ? net : 0n;
}

/** The Relayer measures what reaches the recipient; null when it did not trade for this recipient here. */
function toldByRelayer(receipt: ChainReceipt, { recipient, relayer }: TradeReceiptQuery): bigint | null {
  let told: bigint | null = null;
  const logs = receipt.logs.filter(({ address }) => address === relayer);
  for (const { event } of decodeEvents(relayerAbi, logs)) {
    if (event.eventName !== 'MetaTransactionExecuted') continue;
    const { toToken, amountOut } = event.args;
    if (event.args.recipient.toLowerCase() === recipient && isNative(toToken)) told = (told ?? 0n) + amountOut;
  }
  return told;
}

/**
 * A native asset moves without an event: the balance after the block less the one before it, with what the recipient itself paid in this
 * transaction added. Null when that cannot be told: the node has forgotten the block, or the recipient sent another transaction in it.
 */
async function nativeGained(reads: ChainReads, receipt: ChainReceipt, recipient: Address, mayBeForgotten: boolean): Promise<bigint | null> {
  const { blockNumber, from } = receipt;
  try {
    const [before, after, sentBefore, sentAfter] = await Promise.all([
      reads.getBalance(recipient, blockNumber - 1),
      reads.getBalance(recipient, blockNumber),
      reads.getNonce(recipient, blockNumber - 1),
      reads.getNonce(recipient, blockNumber),
    ]);
    if (sentAfter - sentBefore !== (from === recipient ? 1 : 0)) return null;
    const paid = from === recipient ? await paidBySender(reads, receipt) : 0n;
    if (paid === null) return null;
    const gained = after - before + paid;
    return gained > 0n ? gained : 0n;
  } catch (error) {
    if (!mayBeForgotten || !isForgotten(error)) throw error;
    return null;
  }
}

/** Nodes say in many ways that they do not have a block's state any more; one that cannot be reached is another matter. */
function isForgotten(error: unknown): boolean {
  return error instanceof TerminalError || (error instanceof RetryableError && error.code === 'rpc-unavailable');
}

/** Value and gas; null where the node does not tell them. */
async function paidBySender(reads: ChainReads, receipt: ChainReceipt): Promise<bigint | null> {
  const transaction = await reads.getTransaction(receipt.txHash);
  if (transaction === null) return null;
  const gas = transaction.paysGasInToken === true ? 0n : gasPaid(receipt);
  return gas === null ? null : gas + transaction.value;
}
