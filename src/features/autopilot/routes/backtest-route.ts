import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { amount } from '../../../http/fields.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { type SseFrame, sseReply } from '../../../http/sse.ts';
import type { Log } from '../../../platform/log/log.ts';
import { OverloadError } from '../../../values/errors/overload-error.ts';
import { parseIsoTime } from '../../../values/iso-time.ts';
import type { Backtest, BacktestReport, BacktestRequest } from '../backtest/create-backtest.ts';
import type { HistoryInput, OpenBacktest } from '../backtest/open-backtest.ts';

/** A year of minutes takes a core for the better part of a minute: no more than this run on a node at once. */
const MOST_AT_ONCE = 2;
/** Bodies that are read at once: what is made of one takes several times its 8 MB. */
const MOST_ARRIVING = 1;
const MOST_TRADES_SHOWN = 10_000;
/** Members of an array of rows; longer histories are sent as CSV text, which is one member. */
const MOST_ROWS = 100_000;
/** Anyone may send one: what takes longer to parse than the node may be silent for is not taken. */
const MOST_HISTORY_BYTES = 8 * 1024 * 1024;
const MAX_COST_BPS = 2_000;

const bps = (what: string) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.maxValue(MAX_COST_BPS, `Expected ${what} in basis points, at most ${MAX_COST_BPS}.`),
  );
/** A date alone is its first moment in UTC. */
const timeText = (text: string) => parseIsoTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00Z` : text);
const isoTime = v.pipe(
  v.string(),
  v.check((text) => timeText(text) !== null, 'Expected a time in ISO 8601 with its zone, such as 2026-01-31T12:00:00Z, or a date.'),
  v.transform((text) => timeText(text) ?? 0),
);

const backtestBody = v.pipe(
  v.object({
    policy: v.unknown(),
    prices: v.optional(v.unknown()),
    recorded: v.optional(v.object({ from: isoTime, to: isoTime })),
    budget: amount,
    feeBps: v.optional(bps('what a trade costs in fees'), 30),
    slippageBps: v.optional(bps('what a trade loses to slippage'), 10),
  }),
  v.check(
    ({ prices, recorded }) => (prices === undefined) !== (recorded === undefined),
    'Expected either `prices` (CSV text, or an array of rows) or `recorded` (a time range of the recorded series).',
  ),
);

const endSchema = v.object({
  summary: v.record(v.string(), v.unknown()),
  trades: v.array(v.record(v.string(), v.unknown())),
  equity: v.array(v.object({ at: v.string(), value: v.number() })),
  svg: v.string(),
});

/** `POST /api/defi/autopilot/backtest` (additive). */
export function createBacktestRoutes(deps: { open: OpenBacktest; backtest: Backtest; log: Log; limits?: RouteLimits }): AnyElysia {
  const { open, backtest, log, limits = unlimited } = deps;
  const app = new Elysia({ name: 'autopilot-backtest', prefix: '/defi/autopilot' });
  let running = 0;
  /** Being read: a history of 8 MB takes its time and its memory as well. */
  let opening = 0;
  /** On their way: each may be 8 MB, and most of them come in vain while two run. */
  let arriving = 0;

  function requireRoom(): void {
    if (opening === 0 && running < MOST_AT_ONCE) return;
    const message = `This node runs ${MOST_AT_ONCE} backtests already, or reads the history of one: come back in some seconds.`;
    throw new OverloadError({ code: 'too-many-backtests', message, status: 503, retryAfterMs: 10_000 });
  }

  async function* framesOf(request: BacktestRequest, signal: AbortSignal): AsyncGenerator<SseFrame> {
    running += 1;
    try {
      const steps = backtest(request, signal);
      for (;;) {
        const step = await steps.next();
        if (step.done !== true) yield { event: 'progress', data: step.value };
        else {
          yield { event: 'end', data: endOf(step.value) };
          return;
        }
      }
    } finally {
      running -= 1;
    }
  }

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/backtest',
    summary: 'Run a policy over a price history',
    description:
      "Additive. The agent's own machine over `prices` (CSV text with a first line such as `time,WETH,USDC`, or rows of `{time, prices}`; what can be " +
      'read in two ways is refused, and an empty cell is no price of that moment), or over ' +
      'the `recorded` series of this service, with a vault on paper that holds it to its limits. Nothing is stored or traded. A stream: `progress` ' +
      'events, then `end` with a summary, the trades, the equity curve and a picture (SVG). A history has at most 600,000 rows and 8 MB; as JSON at most 100,000 members.',
    maxBodyBytes: MOST_HISTORY_BYTES,
    maxMembers: MOST_ROWS,
    hasExactNumbers: ['prices'],
    admitBody() {
      requireRoom();
      if (arriving >= MOST_ARRIVING) {
        const message = 'The history of another backtest is on its way to this node: come back in some seconds.';
        throw new OverloadError({ code: 'too-many-backtests', message, status: 503, retryAfterMs: 10_000 });
      }
      arriving += 1;
      return () => {
        arriving -= 1;
      };
    },
    input: { body: backtestBody },
    rateLimit: limits.perMinute('autopilot-backtest'),
    responses: {
      200: { description: 'The stream; this is the data of `end`.', data: endSchema, bare: { contentType: 'text/event-stream' } },
    },
    async handle({ body }) {
      // What cannot be run at all is answered in the envelope, before the stream's headers.
      requireRoom();
      opening += 1;
      try {
        const request = await open({ ...body, history: historyInput(body) });
        return sseReply({ frames: (signal) => framesOf(request, signal), onError: (error) => log.error('A backtest failed', { error }) });
      } finally {
        opening -= 1;
      }
    },
  });

  return app;
}

function historyInput({ prices, recorded }: v.InferOutput<typeof backtestBody>): HistoryInput {
  if (recorded !== undefined) return { kind: 'recorded', fromMs: recorded.from, toMs: recorded.to };
  const path = 'body.prices';
  return typeof prices === 'string' ? { kind: 'csv', path, text: prices } : { kind: 'json', path, document: prices };
}

function endOf({ result, summary, svg }: BacktestReport): v.InferInput<typeof endSchema> {
  return {
    summary,
    trades: result.trades.slice(0, MOST_TRADES_SHOWN).map(({ atMs, intent, fill }) => ({
      at: new Date(atMs).toISOString(),
      ...intent,
      amountOut: fill.amountOut,
    })),
    equity: result.equity.map(({ atMs, value }) => ({ at: new Date(atMs).toISOString(), value })),
    svg,
  };
}
