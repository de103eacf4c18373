import { createServer } from 'node:net';

/** A TCP port that was free on 127.0.0.1 a moment ago. Where the program under test can take port 0, use that instead. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('the listener has no TCP address'));
        else resolve(address.port);
      });
    });
  });
}
