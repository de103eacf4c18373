import { isJsonObject, quantityOf } from './quantity.ts';

const BYTES = /^0x([0-9a-f]{2})*$/i;
const HASH = /^0x[0-9a-f]{64}$/i;

/**
 * Checks the structure of a node's result for a JSON-RPC method. Returns a description of what is wrong, or null when the structure is
 * right.
 */
export function faultOfAnswer(method: string, params: readonly unknown[], result: unknown): string | null {
  return CHECKS[method]?.(result, params) ?? null;
}

type Check = (result: unknown, params: readonly unknown[]) => string | null;

const isText = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);

const quantity: Check = (result) => (quantityOf(result) === null ? 'the value is not a number' : null);
const bytes: Check = (result) => (isText(result, BYTES) ? null : 'the value is not bytes in hex');
const object: Check = (result) => (isJsonObject(result) ? null : 'the value is not an object');

/**
 * Creates a check of a node's result. The check accepts null, and an object whose field `member` equals the requested value or is missing.
 */
const found =
  (member: string, isAsked: (value: unknown, asked: unknown) => boolean): Check =>
  (result, [asked]) => {
    if (result === null) return null;
    if (!isJsonObject(result)) return 'the value is not an object';
    const told = result[member];
    return told === undefined || told === null || isAsked(told, asked) ? null : `the ${member} is not the requested one`;
  };
const isSameText = (told: unknown, asked: unknown) => String(told).toLowerCase() === String(asked).toLowerCase();
const isSameNumber = (told: unknown, asked: unknown) => {
  const [given, wanted] = [quantityOf(told), quantityOf(asked)];
  // If a block was requested by a tag such as `latest` instead of a number, nothing can be compared, so any block number is accepted.
  return given === null || wanted === null || given === wanted;
};

const logs: Check = (result, [asked]) => {
  if (!Array.isArray(result)) return 'the value is not a list';
  const query = isJsonObject(asked) ? asked : {};
  const [first, last] = [quantityOf(query.fromBlock), quantityOf(query.toBlock)];
  const isIn = (number: bigint | null) => number === null || ((first === null || number >= first) && (last === null || number <= last));
  for (const log of result) {
    if (!isJsonObject(log)) return 'a log is not an object';
    const { address, topics, data, blockNumber } = log;
    const hasTopics = Array.isArray(topics) && topics.every((topic) => isText(topic, HASH));
    if (!isText(address, BYTES) || !hasTopics || !isText(data, BYTES)) return 'a log lacks its address, topics or data';
    if (!isIn(quantityOf(blockNumber))) return 'a log belongs to another block';
  }
  return null;
};

const CHECKS: Readonly<Record<string, Check>> = {
  eth_chainId: quantity,
  eth_blockNumber: quantity,
  eth_getBalance: quantity,
  eth_getTransactionCount: quantity,
  eth_estimateGas: quantity,
  eth_gasPrice: quantity,
  eth_maxPriorityFeePerGas: quantity,
  eth_call: bytes,
  eth_getCode: bytes,
  eth_getStorageAt: bytes,
  eth_getLogs: logs,
  eth_feeHistory: object,
  eth_getBlockByNumber: found('number', isSameNumber),
  eth_getBlockByHash: found('hash', isSameText),
  eth_getTransactionReceipt: found('transactionHash', isSameText),
  eth_getTransactionByHash: found('hash', isSameText),
  eth_sendRawTransaction: (result) => (isText(result, HASH) ? null : 'the value is not a hash'),
};
