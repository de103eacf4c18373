import type { HttpServer } from '../http/http-server.ts';

/**
 * Number of event loop turns to wait before the server stops: one to accept waiting connections, one to read their requests, and the rest
 * as a reserve for a busy machine.
 */
const TURNS = 4;
const TURN_MS = 5;
/**
 * Before the server closes, it answers further requests on open connections with 503 for half a second, divided into this number of steps.
 * The time is short because all other clients wait for it. With several steps, a delayed event loop still reads the requests that arrived
 * before the next step.
 */
const REFUSING_STEPS = 20;
const REFUSING_STEP_MS = 25;

/**
 * Stops the server after it has answered every request that the kernel had already accepted, and has notified its clients that it stops.
 * Otherwise Bun would reset connections without an answer: a connection that was not accepted, a request that was not read, and a request
 * in transit on an idle connection. During a rolling restart a client would then not know whether its request was done. A refused
 * connection or a 503 shows that it was not.
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
