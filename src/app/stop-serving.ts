import type { HttpServer } from '../api/http/http-server.ts';

/** One to take the connections that wait, one to read what they ask; each more is for a machine that is busy. */
const TURNS = 4;
const TURN_MS = 5;

/**
 * Stops the server once it has seen what the kernel has already taken for it. Bun resets, without an answer, both a connection that it
 * has not accepted and a request that it has not read, and a loop that was busy has some of each when it hears the signal. A client of a
 * rolling restart would then not know whether its request was done, where a refused connection or a 503 says that it was not.
 */
export async function stopServing(server: Pick<HttpServer, 'stop'>, graceMs: number): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Bun.sleep(TURN_MS);
  await server.stop(graceMs);
}
