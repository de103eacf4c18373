/** Starts the service with monitored sockets: each connection to another machine is refused, and reported on standard error. */
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

const HERE = /^(?:127\.\d+\.\d+\.\d+|\[?::1\]?|localhost|)$/;

function refuseElsewhere(how: string, host: string): void {
  if (HERE.test(host)) return;
  process.stderr.write(`CONNECTION ${how} ${host}\n`);
  throw new Error(`refused by the test: ${how} to ${host}`);
}

/**
 * Returns the host from the arguments of `connect({ host })`, `connect(port, host)` or `connect(path)`; `http.request` may also receive a
 * URL.
 */
function hostOf(args: readonly unknown[]): string {
  const [first, second] = args;
  if (first instanceof URL) return first.hostname;
  if (typeof first === 'string' && first.includes('://')) return new URL(first).hostname;
  if (typeof first === 'number') return typeof second === 'string' ? second : '';
  if (typeof first !== 'object' || first === null) return '';
  if ('hostname' in first && typeof first.hostname === 'string') return first.hostname;
  return 'host' in first && typeof first.host === 'string' ? first.host.replace(/:\d+$/, '') : '';
}

function watch(module: object, how: string, names: readonly string[]): void {
  for (const name of names) {
    const original: unknown = Reflect.get(module, name);
    if (typeof original !== 'function') throw new Error(`${how} has no ${name}`);
    Reflect.set(module, name, (...args: unknown[]) => {
      refuseElsewhere(`${how}.${name}`, how === 'dns' && typeof args[0] === 'string' ? args[0] : hostOf(args));
      return Reflect.apply(original, module, args);
    });
  }
}

watch(net, 'net', ['connect', 'createConnection']);
watch(tls, 'tls', ['connect']);
watch(http, 'http', ['request', 'get']);
watch(https, 'https', ['request', 'get']);
watch(dns, 'dns', ['lookup', 'resolve']);
watch(Bun, 'Bun', ['connect']);

const realFetch = globalThis.fetch;
globalThis.fetch = Object.assign(
  async (...args: Parameters<typeof fetch>) => {
    const [asked] = args;
    refuseElsewhere('fetch', new URL(asked instanceof Request ? asked.url : String(asked)).hostname);
    return await realFetch(...args);
  },
  { preconnect: realFetch.preconnect },
);

await import('../../../src/main.ts');
