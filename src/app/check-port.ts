import { createServer } from 'node:net';
import { TerminalError } from '../values/errors/terminal-error.ts';

/**
 * Checks that the network address is free before anything is opened or written, so that a second start by mistake fails before it deploys
 * contracts. The check can be outdated when the server starts to listen, so only the server's own attempt decides. Port 0 always counts as
 * free.
 * @throws TerminalError `cannot-listen`
 */
export async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (cause) {
    throw new TerminalError({ code: 'cannot-listen', message: whyNot(host, port, cause), cause });
  }
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

function whyNot(host: string, port: number, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  if (code !== 'EADDRINUSE') return `Cannot listen on ${host}:${port} (${code}). Set HOST and PORT to a usable address.`;
  return `Port ${port} on ${host} is used by another program. Stop that program, or set PORT to another port (0 chooses a free one).`;
}
