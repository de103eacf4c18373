import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { DEFAULT_BODY_BYTES } from '../../../http/read-body.ts';
import { type SseFrame, sseReply } from '../../../http/sse.ts';
import type { Log } from '../../../platform/log/log.ts';
import { OverloadError } from '../../../values/errors/overload-error.ts';
import { type BacktestBody, historyIn, readBacktestBody } from '../backtest/backtest-body.ts';
import type { Backtest } from '../backtest/create-backtest.ts';
import type { HistoryInput, OpenBacktest } from '../backtest/open-backtest.ts';
import type { LargeBacktests } from '../backtest/process/create-large-backtests.ts';
import type { SweepVariant } from '../backtest/sweep/parse-sweep.ts';
import { type BacktestTask, openRuns, planRuns } from '../backtest/task/plan-task.ts';
import { runTask } from '../backtest/task/run-task.ts';
import { taskEndOf } from '../backtest/task/task-reply.ts';
import { framesOf, withReason } from './backtest-frames.ts';
import { BACKTEST_ROUTES } from './backtest-texts.ts';

/** Maximum number of small backtests that the node runs at once. They run in the node's own thread, in slices of a few milliseconds. */
const MOST_AT_ONCE = 2;
/** Maximum number of large request bodies of backtests that the node receives at the same time. */
const MOST_ARRIVING = 1;
/** Maximum size in bytes of the price history in a backtest request. It is limited because the route needs no authentication. */
const MOST_HISTORY_BYTES = 8 * 1024 * 1024;

/** Maximum number of price points of all runs of a parameter sweep that the node runs itself (only over prices that it has recorded). */
const MOST_POINTS_HERE = 200_000;

/** Creates the routes `POST /api/defi/autopilot/backtest`, `/backtest/report` and `/backtest/sweep`, which the API specification does not contain. */
export function createBacktestRoutes(deps: {
  open: OpenBacktest;
  backtest: Backtest;
  /**
   * Runs backtests whose request bodies exceed the size limit of other routes, in a separate process. Without this part, the node runs all
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

  /** Reports and parameter sweeps always run in the backtest process, because they take the time of many backtests. */
  function isLarge(bytes: number, task: BacktestTask): boolean {
    return large !== null && (task !== 'backtest' || bytes > DEFAULT_BODY_BYTES);
  }

  const reply = (frames: (signal: AbortSignal) => AsyncGenerator<SseFrame>) =>
    sseReply({ frames: (signal) => withReason(frames(signal)), onError: (error) => log.error('A backtest failed', { error }) });

  // Invalid input must be answered with a JSON error. This is not possible after the headers of the event stream have been sent, so the
  // input is checked before.
  async function runHere(body: BacktestBody, task: BacktestTask, client: AbortSignal) {
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
      const { gasUsd = 0, ...input } = body;
      const planned = planRuns(body.policy, body.sweep);
      const opened = async ({ document: policy }: SweepVariant, history: HistoryInput) => ({
        ...(await open({ ...input, policy, history })),
        gasUsd,
      });
      const runs = await openRuns(planned, historyIn(body), opened, MOST_POINTS_HERE);
      return reply((signal) => framesOf(runTask(backtest, runs, signal), (end) => taskEndOf(task, end, planned.members), leave));
    } catch (error) {
      leave();
      throw error;
    }
  }

  function admitBody(request: Request, task: BacktestTask): () => void {
    // The size of a body without a `content-length` header is unknown, so the body is treated as large.
    if (!isLarge(Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY), task)) {
      requireRoom();
      return () => undefined;
    }
    large?.requireRoom();
    if (arriving >= MOST_ARRIVING) throw busy('This node is receiving the price history of another backtest. Try again in some seconds.');
    arriving += 1;
    return () => {
      arriving -= 1;
    };
  }

  async function answer(bytes: Uint8Array, task: BacktestTask, signal: AbortSignal) {
    if (large === null || !isLarge(bytes.byteLength, task)) return await runHere(readBacktestBody(bytes, task), task, signal);
    const opened = await large.open(bytes, signal, task);
    if (opened.kind === 'running') return reply(opened.steps);
    return await runHere(opened.body, task, signal);
  }

  const rateLimit = limits.perMinute('autopilot-backtest');
  for (const task of ['backtest', 'report', 'sweep'] as const) {
    const { path, summary, description, body: bytesOf, end } = BACKTEST_ROUTES[task];
    addRoute(app, {
      ...{ cost: 'limited', method: 'POST', keeps: false, path, summary, description, bytesOf, rateLimit },
      maxBodyBytes: MOST_HISTORY_BYTES,
      admitBody: (request) => admitBody(request, task),
      input: { body: v.instance(Uint8Array) },
      responses: {
        200: {
          description: 'The event stream. The schema describes the data of the `end` event.',
          data: end,
          bare: { contentType: 'text/event-stream' },
        },
      },
      handle: ({ body, request }) => answer(body, task, request.signal),
    });
  }

  return app;
}

function busy(message: string): OverloadError {
  return new OverloadError({ code: 'too-many-backtests', message, status: 503, retryAfterMs: 10_000 });
}
