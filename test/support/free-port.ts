import { createServer } from 'node:net';

/** Under the ports that a system gives to whoever asks for any (from 32,768 on Linux, 49,152 elsewhere), and over those of known services. */
const FIRST = 15_000;
const PORTS = 17_000;
const TRIES = 50;

/**
 * A TCP port that was free on 127.0.0.1 a moment ago, and that no program gets meanwhile that asks for port 0. Where the program under test can take
 * port 0, use that instead.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports between ${FIRST} and ${FIRST + PORTS} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
