import { changed, hex, type Mode, on, result, rewritten, type Told } from './mode.ts';

const RECEIPT = ['eth_getTransactionReceipt'];
const TRANSACTION = ['eth_getTransactionByHash'];
const NONCE = ['eth_getTransactionCount'];
const BLOCKS = ['eth_getBlockByNumber'];
const without = (name: string, { [name]: _, ...told }: Told): Told => told;

/** Modes in which an endpoint returns wrong receipts of transactions and wrong costs. */
export const receiptModes: readonly Mode[] = [
  { name: 'receipt-null', what: 'no receipts', start: on(RECEIPT, () => result(null)) },
  {
    name: 'receipt-no-price',
    what: 'receipts without `effectiveGasPrice`',
    start: rewritten(RECEIPT, (told) => without('effectiveGasPrice', told)),
  },
  {
    name: 'receipt-null-block',
    what: 'receipts whose block is null',
    start: rewritten(RECEIPT, (told) => ({ ...told, blockHash: null, blockNumber: null })),
  },
  { name: 'receipt-l1-fee', what: 'receipts with an `l1Fee`', start: rewritten(RECEIPT, (told) => ({ ...told, l1Fee: '0x3e8' })) },
  { name: 'receipt-no-status', what: 'receipts without `status`', start: rewritten(RECEIPT, (told) => without('status', told)) },
  { name: 'receipt-no-logs', what: 'receipts without their logs', start: rewritten(RECEIPT, (told) => ({ ...told, logs: [] })) },
  { name: 'transaction-null', what: 'no transactions by hash', start: on(TRANSACTION, () => result(null)) },
  { name: 'both-null', what: 'neither transactions nor receipts', start: on([...TRANSACTION, ...RECEIPT], () => result(null)) },
  {
    name: 'nonce-stale',
    what: 'a nonce that was used already',
    start: changed(NONCE, (value) => (Number(value) > 0 ? hex(Number(value) - 1) : undefined)),
  },
  { name: 'nonce-ahead', what: 'a nonce two further on', start: changed(NONCE, (value) => hex(Number(value) + 2)) },
];

/** Modes in which an endpoint returns wrong gas prices. */
export const feeModes: readonly Mode[] = [
  {
    name: 'fee-huge',
    what: 'a base fee a million times as high',
    start: rewritten(BLOCKS, (block) => ({ ...block, baseFeePerGas: hex(BigInt(String(block.baseFeePerGas ?? '0x1')) * 1_000_000n) })),
  },
  { name: 'tip-huge', what: 'a tip of 10,000 gwei', start: on(['eth_maxPriorityFeePerGas'], () => result(hex(10_000n * 10n ** 9n))) },
  { name: 'fee-missing', what: 'blocks without a base fee', start: rewritten(BLOCKS, (block) => without('baseFeePerGas', block)) },
  { name: 'fee-zero', what: 'fees of nothing', start: on(['eth_maxPriorityFeePerGas', 'eth_gasPrice'], () => result('0x0')) },
  { name: 'estimate-low', what: 'estimates of 21,000 gas', start: on(['eth_estimateGas'], () => result('0x5208')) },
  { name: 'estimate-huge', what: 'estimates of a whole block', start: on(['eth_estimateGas'], () => result(hex(29_000_000))) },
];
