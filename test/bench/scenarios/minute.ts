import { benchLine } from '../support/bench-line.ts';
import { runBusyMinute } from '../support/busy-minute.ts';
import { median } from '../support/measure.ts';

// Measures a minute in which many agents and DCA positions of one chain act at the same tick: the number of two-second blocks from the
// first transaction on chain to the last, and the gas of a trade in a batch compared with that of a single trade.
const AGENTS = Number(process.env.BENCH_MINUTE_AGENTS ?? 1_000);
const ORDERS = Number(process.env.BENCH_MINUTE_ORDERS ?? 500);
/** Gas limit of a block on the local chain, as on Base and other rollups, where many transactions fit into a block. */
const BLOCK_GAS = Number(process.env.BENCH_MINUTE_BLOCK_GAS ?? 240_000_000);

const { metrics, ...minute } = await runBusyMinute({ agents: AGENTS, orders: ORDERS, blockGas: BLOCK_GAS });
if (process.env.BENCH_MINUTE_METRICS !== undefined) await Bun.write(process.env.BENCH_MINUTE_METRICS, metrics);
console.error(JSON.stringify(minute));
const { blocks, seconds, firstAfterSec, trades, orders, tradeBatches, orderBatches, gasEach, gasAlone, rpcCallsEach, estimatesEach } =
  minute;
const what = `${trades} trades in ${tradeBatches} batches and ${orders} orders in ${orderBatches}; first block ${firstAfterSec} s after the tick, last ${seconds} s later; ${rpcCallsEach.toFixed(2)} calls of the chain's node each, ${estimatesEach.toFixed(2)} of them estimates`;
console.log(
  JSON.stringify([
    benchLine(
      'blocks of 2 s after the first until a busy minute is on chain',
      'blocks',
      [{ ours: blocks, reference: 1 }],
      '<= 4',
      what,
      median,
    ),
    benchLine('gas of a trade in a batch, over one alone', 'gas', [{ ours: gasEach, reference: gasAlone }], '<= 0.85', what, median),
  ]),
);
