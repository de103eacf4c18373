import { backtestBody, reportBody, sweepBody } from '../backtest/backtest-body.ts';
import { endSchema } from '../backtest/backtest-reply.ts';
import { reportEndSchema, sweepEndSchema } from '../backtest/task/task-reply.ts';

const LIMITS = 'A history has at most 600,000 rows and 8 MB, as JSON at most 100,000 members; a policy has at most 256 KB.';

/** The routes that run backtests: their paths, texts, bodies, and the data of the event that ends their streams. */
export const BACKTEST_ROUTES = {
  backtest: {
    path: '/backtest',
    body: backtestBody,
    end: endSchema,
    summary: 'Run a policy over a price history',
    description:
      'Runs an agent with the given policy over past prices. The prices are either `prices` (CSV text with a first line such as ' +
      '`time,WETH,USDC`, or rows of `{time, prices}`) or the series that this service has `recorded`. Ambiguous text is refused, ' +
      "and an empty cell means that there is no price at that time. A simulated vault applies the policy's limits. Nothing is " +
      'stored or traded. The reply is a stream: `progress` events, then `end` with a summary, the trades, the equity curve and a ' +
      `picture (SVG), or \`error\` with a code and a message. ${LIMITS} Bodies of more than 64 KB are processed one at a time.`,
  },
  report: {
    path: '/backtest/report',
    body: reportBody,
    end: reportEndSchema,
    summary: 'Run a policy over a price history, and get a report as an HTML page',
    description:
      'Runs a backtest as `POST /api/defi/autopilot/backtest` does, with the same body. The `end` event has the summary and `html`: one page ' +
      'with the figures, a chart against holding, the trades and the decisions. Saved as a file, it opens without a network; it contains no script. ' +
      'With `sweep`, the page also has the table and the plot of the sweep, and describes its run with the highest return. `gasUsd` is the ' +
      `assumed gas cost of each trade in dollars, which the result shows separately. ${LIMITS} These requests are processed one at a time.`,
  },
  sweep: {
    path: '/backtest/sweep',
    body: sweepBody,
    end: sweepEndSchema,
    summary: 'Run a policy over a price history with several values of a parameter',
    description:
      'Runs a backtest once for each value of a parameter, on the same prices. `sweep` is NAME=FROM:TO:STEP, such as ' +
      '`dip.dropBps=500:2000:250`. NAME is the id of a strategy and its member, or the path of another member, such as `limits.maxPerTradeUsd`. ' +
      'Two of them, separated by a comma, are combined. The `end` event has a row of figures for each run, and the policy and the summary of the ' +
      'run with the highest return. A sweep has at most 200 runs, and at most 5,000,000 points (runs times rows), with `recorded` prices ' +
      `200,000. ${LIMITS} These requests are processed one at a time.`,
  },
} as const;
