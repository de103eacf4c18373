import { isHex } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { type Hash, parseHash } from '../../values/hash.ts';
import type { ChainBlock, ChainEventLog, ChainReceipt, ChainTransaction, Hex } from './chain.ts';
import { isJsonObject, quantityOf } from './quantity.ts';

// Parses replies of nodes. Some nodes omit fields, set them to null, or write numbers as decimal strings; all these variants are accepted.
// When a required field is missing, the caller tries another endpoint, or tries again later.

type Told = Readonly<Record<string, unknown>>;

export function toBlock(told: unknown): ChainBlock {
  const block = objectOf(told, 'block');
  return {
    number: numberOf(block.number, 'block'),
    hash: hashOf(block.hash, 'block'),
    parentHash: hashOf(block.parentHash, 'block'),
    timestampSec: numberOf(block.timestamp, 'block'),
    baseFeePerGas: quantityOf(block.baseFeePerGas),
    logsBloom: isHex(block.logsBloom) ? block.logsBloom : null,
  };
}

/**
 * Parses a receipt. Returns null for a receipt without a block, since the transaction is not mined yet. @throws RetryableError when the
 * receipt has a bloom filter for logs but no logs
 */
export function toReceipt(told: unknown, hash: Hash): ChainReceipt | null {
  const receipt = objectOf(told, 'receipt');
  if (quantityOf(receipt.blockNumber) === null || !isHex(receipt.blockHash)) return null;
  const { blockNumber, blockHash, transactionHash = hash } = receipt;
  const logs = (Array.isArray(receipt.logs) ? receipt.logs : []).map((log) =>
    toEventLog(isJsonObject(log) ? { ...log, blockNumber, blockHash, transactionHash } : log),
  );
  if (logs.length === 0 && hasLogsBy(receipt.logsBloom)) throw lacking('receipt without the logs that its bloom filter requires');
  return {
    txHash: typeof receipt.transactionHash === 'string' ? hashOf(receipt.transactionHash, 'receipt') : hash,
    status: statusOf(receipt, logs.length > 0),
    blockNumber: numberOf(receipt.blockNumber, 'receipt'),
    blockHash: hashOf(receipt.blockHash, 'receipt'),
    from: addressOf(receipt.from, 'receipt'),
    to: addressOrNull(receipt.to),
    contractAddress: addressOrNull(receipt.contractAddress),
    gasUsed: quantityOf(receipt.gasUsed),
    effectiveGasPrice: quantityOf(receipt.effectiveGasPrice) ?? quantityOf(receipt.gasPrice),
    otherFees: otherFeesOf(receipt),
    logs,
  };
}

const hasLogsBy = (bloom: unknown): boolean => typeof bloom === 'string' && /^0x[0-9a-f]*[1-9a-f]/i.test(bloom);

/**
 * Reads a receipt's status. Before Ethereum's Byzantium upgrade, and on some unusual chains, receipts have no status; events then show that
 * the transaction succeeded. @throws RetryableError when the receipt has neither a status nor events
 */
function statusOf({ status }: Told, hasLogs: boolean): ChainReceipt['status'] {
  if (status === true || status === 'success') return 'success';
  if (status === false || status === 'reverted') return 'reverted';
  const number = quantityOf(status);
  if (number !== null) return number === 0n ? 'reverted' : 'success';
  if (hasLogs) return 'success';
  throw lacking('receipt without the status of the transaction');
}

/**
 * Sums the fees in wei that are paid in addition to `gasUsed` times the gas price: for data on the layer-1 chain (`l1Fee`), for the
 * rollup's operator (on OP-stack chains since the Isthmus upgrade, and with another field and formula since the Jovian upgrade), and for
 * blobs. Null when they cannot be determined.
 */
function otherFeesOf(receipt: Told): bigint | null {
  const { gasUsed, operatorFeeScalar, operatorFeeConstant, daFootprintGasScalar } = receipt;
  const data = quantityOf(receipt.l1Fee) ?? 0n;
  const blobs = (quantityOf(receipt.blobGasUsed) ?? 0n) * (quantityOf(receipt.blobGasPrice) ?? 0n);
  const told = quantityOf(receipt.operatorFee);
  if (told !== null) return data + blobs + told;
  const scalar = quantityOf(operatorFeeScalar) ?? 0n;
  const constant = quantityOf(operatorFeeConstant) ?? 0n;
  if (scalar === 0n) return data + blobs + constant;
  const gas = quantityOf(gasUsed);
  if (gas === null) return null;
  const isJovian = quantityOf(daFootprintGasScalar) !== null;
  return data + blobs + constant + (isJovian ? gas * scalar * 100n : (gas * scalar) / 1_000_000n);
}

/** Parses a transaction. The gas price is null when the node does not report it. */
export function toTransaction(told: unknown): ChainTransaction & { readonly gasPrice: bigint | null } {
  const transaction = objectOf(told, 'transaction');
  const blockNumber = quantityOf(transaction.blockNumber);
  const data = transaction.input ?? transaction.data ?? '0x';
  return {
    hash: hashOf(transaction.hash, 'transaction'),
    from: addressOf(transaction.from, 'transaction'),
    to: addressOrNull(transaction.to),
    nonce: numberOf(transaction.nonce, 'transaction'),
    value: quantityOf(transaction.value) ?? 0n,
    data: isHex(data) ? data : '0x',
    blockNumber: blockNumber === null ? null : Number(blockNumber),
    paysGasInToken: typeof transaction.feeCurrency === 'string',
    gasPrice: quantityOf(transaction.gasPrice),
  };
}

/** Parses an event log. @throws RetryableError for a log whose block is not known yet */
export function toEventLog(told: unknown): ChainEventLog {
  const log = objectOf(told, 'log');
  const topics = Array.isArray(log.topics) ? log.topics.filter((topic): topic is Hex => isHex(topic)) : [];
  return {
    address: addressOf(log.address, 'log'),
    topics,
    data: isHex(log.data) ? log.data : '0x',
    blockNumber: numberOf(log.blockNumber, 'log'),
    blockHash: hashOf(log.blockHash, 'log'),
    txHash: hashOf(log.transactionHash, 'log'),
    logIndex: numberOf(log.logIndex, 'log'),
  };
}

function objectOf(value: unknown, what: string): Told {
  if (isJsonObject(value)) return value;
  throw lacking(`${what} that is not an object`);
}

function numberOf(value: unknown, what: string): number {
  const number = quantityOf(value);
  if (number === null) throw lacking(`${what} with a missing number, as if it were not mined`);
  return Number(number);
}

function hashOf(value: unknown, what: string): Hash {
  if (typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)) return parseHash(value);
  throw lacking(`${what} with a missing hash, as if it were not mined`);
}

function addressOf(value: unknown, what: string): Address {
  const address = addressOrNull(value);
  if (address === null) throw lacking(`${what} without an address`);
  return address;
}

function addressOrNull(value: unknown): Address | null {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? parseAddress(value) : null;
}

function lacking(what: string): RetryableError {
  return new RetryableError({ code: 'rpc-unavailable', message: `The node returned a ${what}.`, retryAfterMs: 1_000 });
}
