import type { HttpServer } from '../http/http-server.ts';

/**
 * Number of event loop turns to wait before the server stops. In the first turn, the server accepts waiting connections; in the second
 * turn, it reads their requests. The other turns are a reserve for a busy machine.
 */
const TURNS = 4;
const TURN_MS = 5;
/**
 * Before the server closes, it answers further requests on open connections with 503 for half a second, which is divided into this number
 * of steps. The time is short because the end of the process waits for it. The half second is divided into steps so that, even when the
 * event loop is slow, requests that arrive before one step are read before the next step.
 */
const REFUSING_STEPS = 20;
const REFUSING_STEP_MS = 25;

/**
 * Stops the server. Before that, it answers every request that the kernel has already accepted, and notifies clients that it stops. If the
 * server were stopped immediately, Bun would reset connections without an answer: those not accepted yet, those with an unread request, and
 * those on which a request is on its way. During a restart, the clients could then not know whether their requests were processed. A
 * refused connection or a 503 shows that they were not.
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
