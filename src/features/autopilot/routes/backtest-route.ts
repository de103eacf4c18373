import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { DEFAULT_BODY_BYTES } from '../../../http/read-body.ts';
import { type SseFrame, sseReply } from '../../../http/sse.ts';
import type { Log } from '../../../platform/log/log.ts';
import { OverloadError } from '../../../values/errors/overload-error.ts';
import { backtestBody, historyIn, readBacktestBody } from '../backtest/backtest-body.ts';
import { endSchema } from '../backtest/backtest-reply.ts';
import type { Backtest } from '../backtest/create-backtest.ts';
import type { BacktestInput, OpenBacktest } from '../backtest/open-backtest.ts';
import type { LargeBacktests } from '../backtest/process/create-large-backtests.ts';
import { framesOf, withReason } from './backtest-frames.ts';

/** Maximum number of small backtests that the node runs at once. They run in its own thread, in short slices. */
const MOST_AT_ONCE = 2;
/** Maximum number of large request bodies that the node receives at the same time. */
const MOST_ARRIVING = 1;
/** Maximum size of a price history in bytes. It is limited because the route needs no authentication. */
const MOST_HISTORY_BYTES = 8 * 1024 * 1024;

/** Creates the route `POST /api/defi/autopilot/backtest`, which the API specification does not contain. */
export function createBacktestRoutes(deps: {
  open: OpenBacktest;
  backtest: Backtest;
  /**
   * Runs backtests whose request bodies exceed the size limit of other routes, in a separate process. When it is missing, the node runs all
   * backtests itself.
   */
  large?: LargeBacktests;
  log: Log;
  limits?: RouteLimits;
}): AnyElysia {
  const { open, backtest, large = null, log, limits = unlimited } = deps;
  const app = new Elysia({ name: 'autopilot-backtest', prefix: '/defi/autopilot' });
  let running = 0;
  let arriving = 0;

  function requireRoom(): void {
    if (running < MOST_AT_ONCE) return;
    throw busy(
      `This node already runs ${MOST_AT_ONCE} backtests, or is reading the price history of a backtest. Try again in some seconds.`,
    );
  }

  function isLarge(bytes: number): boolean {
    return large !== null && bytes > DEFAULT_BODY_BYTES;
  }

  const reply = (frames: (signal: AbortSignal) => AsyncGenerator<SseFrame>) =>
    sseReply({ frames: (signal) => withReason(frames(signal)), onError: (error) => log.error('A backtest failed', { error }) });

  // Invalid input must be answered with a JSON error. After the headers of the stream have been sent, this is not possible, so the input is
  // checked before.
  async function runHere(input: BacktestInput, client: AbortSignal) {
    requireRoom();
    running += 1;
    let hasLeft = false;
    const leave = () => {
      if (!hasLeft) running -= 1;
      hasLeft = true;
    };
    // Handles a client that disconnects before the stream begins.
    client.addEventListener('abort', leave, { once: true });
    if (client.aborted) leave();
    try {
      const request = await open(input);
      return reply((signal) => framesOf(backtest(request, signal), leave));
    } catch (error) {
      leave();
      throw error;
    }
  }

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/backtest',
    summary: 'Run a policy over a price history',
    description:
      'Runs an agent with the given policy over past prices. The prices are either `prices` (CSV text with a first line such as ' +
      '`time,WETH,USDC`, or rows of `{time, prices}`) or the series that this service has `recorded`. Ambiguous text is refused, ' +
      "and an empty cell means that there is no price at that time. A simulated vault applies the policy's limits. Nothing is " +
      'stored or traded. The reply is a stream: `progress` events, then `end` with a summary, the trades, the equity curve and a ' +
      'picture (SVG), or `error` with a code and a message. A history has at most 600,000 rows and 8 MB, as JSON at most 100,000 ' +
      'members; a policy has at most 256 KB. Bodies of more than 64 KB are processed one at a time.',
    maxBodyBytes: MOST_HISTORY_BYTES,
    bytesOf: backtestBody,
    admitBody(request) {
      // The size of a body without a `content-length` header is unknown, so the body is treated as large.
      if (!isLarge(Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY))) {
        requireRoom();
        return () => undefined;
      }
      large?.requireRoom();
      if (arriving >= MOST_ARRIVING) throw busy('This node is receiving the price history of another backtest. Try again in some seconds.');
      arriving += 1;
      return () => {
        arriving -= 1;
      };
    },
    input: { body: v.instance(Uint8Array) },
    rateLimit: limits.perMinute('autopilot-backtest'),
    responses: {
      200: {
        description: 'The event stream. The schema describes the data of the `end` event.',
        data: endSchema,
        bare: { contentType: 'text/event-stream' },
      },
    },
    async handle({ body: bytes, request }) {
      const { signal } = request;
      if (large === null || !isLarge(bytes.byteLength)) {
        const body = readBacktestBody(bytes);
        return await runHere({ ...body, history: historyIn(body) }, signal);
      }
      const opened = await large.open(bytes, signal);
      if (opened.kind === 'running') return reply(opened.steps);
      return await runHere({ ...opened.body, history: historyIn(opened.body) }, signal);
    },
  });

  return app;
}

function busy(message: string): OverloadError {
  return new OverloadError({ code: 'too-many-backtests', message, status: 503, retryAfterMs: 10_000 });
}
