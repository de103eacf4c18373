import { createServer } from 'node:net';

/**
 * Lowest port that is tried. It is below the ports that a system assigns to programs that request any port (from 32,768 on Linux, 49,152
 * elsewhere), and above those of known services.
 */
const FIRST = 15_000;
const PORTS = 17_000;
const TRIES = 50;

/**
 * Returns a TCP port of 127.0.0.1 that was free a moment ago, and that the system does not assign to a program that requests port 0. If the
 * program under test accepts port 0, that is preferable.
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
