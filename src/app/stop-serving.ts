import type { HttpServer } from '../http/http-server.ts';

/** One to take the connections that wait, one to read what they ask; each more is for a machine that is busy. */
const TURNS = 4;
const TURN_MS = 5;
/**
 * Half a second, within which a client that goes on asking is told on each of its open connections; no longer, for everybody else is kept
 * waiting by it. In steps, so that a loop that stood still meanwhile has read what came before the next step.
 */
const REFUSING_STEPS = 20;
const REFUSING_STEP_MS = 25;

/**
 * Stops the server once it has seen what the kernel has already taken for it, and has told its clients that it ends. Bun resets, without an
 * answer, a connection that it has not accepted (which is one that has not sent anything yet), a request that it has not read, and one
 * that is under way on an idle connection when it is closed. A client of a rolling restart would then not know whether its request was done,
 * where a refused connection or a 503 says that it was not.
 */
export async function stopServing(
  server: Pick<HttpServer, 'refuse' | 'stop'>,
  graceMs: number,
  { refusingSteps = REFUSING_STEPS }: { readonly refusingSteps?: number } = {},
): Promise<void> {
  await turns(TURNS, TURN_MS);
  server.refuse();
  await turns(refusingSteps, REFUSING_STEP_MS);
  await turns(TURNS, TURN_MS);
  await server.stop(graceMs);
}

async function turns(count: number, everyMs: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Bun.sleep(everyMs);
}
