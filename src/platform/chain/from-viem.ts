import type { Block, Log, Transaction, TransactionReceipt } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { parseHash } from '../../values/hash.ts';
import type { ChainBlock, ChainEventLog, ChainReceipt, ChainTransaction } from './chain.ts';

export function toBlock(block: Block): ChainBlock {
  const { hash, number } = block;
  if (hash === null || number === null) throw halfKnown('block');
  return {
    number: Number(number),
    hash: parseHash(hash),
    parentHash: parseHash(block.parentHash),
    timestampSec: Number(block.timestamp),
    baseFeePerGas: block.baseFeePerGas,
  };
}

export function toReceipt(receipt: TransactionReceipt): ChainReceipt {
  return {
    txHash: parseHash(receipt.transactionHash),
    status: receipt.status,
    blockNumber: Number(receipt.blockNumber),
    blockHash: parseHash(receipt.blockHash),
    from: parseAddress(receipt.from),
    to: addressOrNull(receipt.to),
    contractAddress: addressOrNull(receipt.contractAddress),
    gasUsed: receipt.gasUsed,
    effectiveGasPrice: receipt.effectiveGasPrice,
    logs: receipt.logs.map(toEventLog),
  };
}

export function toTransaction(transaction: Transaction): ChainTransaction {
  return {
    hash: parseHash(transaction.hash),
    from: parseAddress(transaction.from),
    to: addressOrNull(transaction.to),
    nonce: transaction.nonce,
    value: transaction.value,
    data: transaction.input,
    blockNumber: transaction.blockNumber === null ? null : Number(transaction.blockNumber),
  };
}

/** @throws RetryableError for a log of a block that is not there yet */
export function toEventLog(log: Log): ChainEventLog {
  const { blockNumber, blockHash, transactionHash, logIndex } = log;
  if (blockNumber === null || blockHash === null || transactionHash === null || logIndex === null) throw halfKnown('log');
  return {
    address: parseAddress(log.address),
    topics: log.topics,
    data: log.data,
    blockNumber: Number(blockNumber),
    blockHash: parseHash(blockHash),
    txHash: parseHash(transactionHash),
    logIndex,
  };
}

function addressOrNull(address: string | null | undefined): Address | null {
  return address === null || address === undefined ? null : parseAddress(address);
}

function halfKnown(what: string): RetryableError {
  return new RetryableError({ code: 'rpc-unavailable', message: `The node gave a ${what} that is not mined.`, retryAfterMs: 1_000 });
}
