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
  /** The expected output token. The chain's native asset is represented by one of its special addresses. */
  readonly token: Address;
  readonly recipient: Address;
  /** Address of our Relayer on this chain; null when there is none. Only events of this address are trusted. */
  readonly relayer: Address | null;
};

/** What a chain shows about the transaction of a trade, including the amount that the recipient received. */
export type TradeReceipt =
  /** The node has the transaction neither in a block nor in its pool. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'waiting'; readonly from: Address }
  | {
      readonly kind: 'mined';
      readonly from: Address;
      readonly status: 'success' | 'reverted';
      readonly block: { readonly number: number; readonly hash: Hash };
      /** Time of the transaction's block in UTC ms, by the chain's clock. */
      readonly minedAtMs: number;
      /** False while a reorg may still remove the transaction's block. */
      readonly isFinal: boolean;
      /**
       * Amount that the recipient received, in base units. Null when it cannot be determined, for example a native asset on a node that no
       * longer has the state of that block.
       */
      readonly arrived: bigint | null;
    };

export type TradeReceipts = {
  /** Whether this node has a configured endpoint for the chain. */
  readonly canRead: (chainId: number) => boolean;
  /** Reads what the chain shows about a trade's transaction. @throws the errors of `ChainReads` */
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
  // An answer that the transaction is unknown is doubtful: an endpoint that lags behind may not have the transaction yet, so other
  // endpoints are queried before the transaction counts as unknown.
  const isDoubtful = ({ kind }: TradeReceipt) => kind === 'unknown';
  // This endpoint no longer has the chain's state at the transaction's block. Another endpoint may still have it.
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
  // A reorg removed the transaction's block while the transaction was being read.
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

/**
 * Computes the net amount of the token that the recipient gained, from the token's transfer events: the amounts received minus the amounts
 * sent.
 */
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

/** Reads the amount that the Relayer measured for the recipient; null when the transaction has no Relayer trade for this recipient. */
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
 * Computes how much of the native asset the recipient gained. A transfer of the native asset emits no event. So the gain is the balance
 * after the block minus the balance before it, plus what the recipient itself paid in this transaction. Null when it cannot be determined:
 * the node no longer has the block's state, or the recipient sent another transaction in the block.
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

/**
 * Whether the error means that the node no longer has a block's state. Nodes report this with many different messages. An error of an
 * unreachable node is not such an error.
 */
function isForgotten(error: unknown): boolean {
  return error instanceof TerminalError || (error instanceof RetryableError && error.code === 'rpc-unavailable');
}

/**
 * Returns what a transaction cost its sender, in wei: the transferred value plus the gas cost; null when the node does not report these
 * amounts.
 */
async function paidBySender(reads: ChainReads, receipt: ChainReceipt): Promise<bigint | null> {
  const transaction = await reads.getTransaction(receipt.txHash);
  if (transaction === null) return null;
  const gas = transaction.paysGasInToken === true ? 0n : gasPaid(receipt);
  return gas === null ? null : gas + transaction.value;
}
