// A program that requests a service's health at fixed intervals. It runs in its own process, so that the processor time of attackers is not
// counted as the node's. Each request is sent whether or not the last one was answered, so that every moment without an answer counts. It
// prints one line for each request: the duration (ms), the part of it in which neither the node nor this process had to wait for a busy
// processor (ms), and the status (0: none).
import { readFileSync } from 'node:fs';

const BEAT_MS = 20;
const TIMEOUT_MS = 30_000;
const NS_IN_MS = 1e6;
const [url = '', pid = ''] = process.argv.slice(2);

/**
 * Reads how long the first thread of a process has run, and how long it has waited for a processor (proc(5), schedstat); null when the
 * system does not report it.
 */
function scheduled(who: string): { readonly ranMs: number; readonly waitedMs: number } {
  if (process.platform !== 'linux') return { ranMs: 0, waitedMs: 0 };
  const [ranNs = 0, waitedNs = 0] = readFileSync(`/proc/${who}/schedstat`, 'utf8').split(' ').map(Number);
  return { ranMs: ranNs / NS_IN_MS, waitedMs: waitedNs / NS_IN_MS };
}

async function ask(): Promise<void> {
  const [node, own, startedMs] = [scheduled(pid), scheduled('self'), performance.now()];
  const status = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => response.status,
    () => 0,
  );
  const tookMs = performance.now() - startedMs;
  const after = scheduled(pid);
  const waitedMs = after.waitedMs - node.waitedMs + scheduled('self').waitedMs - own.waitedMs;
  const ownMs = Math.max(Math.min(tookMs, after.ranMs - node.ranMs), tookMs - waitedMs);
  process.stdout.write(`${tookMs.toFixed(1)} ${ownMs.toFixed(1)} ${status}\n`);
}

setInterval(ask, BEAT_MS);
// The process exits when the process that started it ends, for whatever reason that one ends.
process.stdin.on('close', () => process.exit(0)).resume();
