import type { HttpServer } from '../api/http/http-server.ts';

/** One to take the connections that wait, one to read what they ask; each more is for a machine that is busy. */
const TURNS = 4;
const TURN_MS = 5;
/** Within it a client that goes on asking is told on each of its open connections; short, for everybody else is kept waiting by it. */
const REFUSING_MS = 500;

/**
 * Stops the server once it has seen what the kernel has already taken for it, and has told its clients that it ends. Bun resets, without an
 * answer, a connection that it has not accepted (which is one that has not sent anything yet), a request that it has not read, and one
 * that is under way on an idle connection when it is closed. A client of a rolling restart would then not know whether its request was done,
 * where a refused connection or a 503 says that it was not.
 */
export async function stopServing(
  server: Pick<HttpServer, 'refuse' | 'stop'>,
  graceMs: number,
  { refusingMs = REFUSING_MS }: { readonly refusingMs?: number } = {},
): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Bun.sleep(TURN_MS);
  server.refuse();
  await Bun.sleep(refusingMs);
  await server.stop(graceMs);
}
