import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./writing-child.ts', import.meta.url));

/** Starts the program that writes to the store; `lines` contains the commits that it has acknowledged so far. */
export function spawnWriter(...args: string[]) {
  const child = Bun.spawn([process.execPath, program, ...args], { stdout: 'pipe', stderr: 'inherit' });
  let text = '';
  const read = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) text += chunk;
  })();
  const lines = () => text.split('\n').slice(0, -1);
  return { child, lines, ended: async () => Promise.all([child.exited, read]).then(([code]) => code) };
}

/** Returns the newest acknowledged revision of each actor. An incomplete output line counts as not acknowledged. */
export function acknowledged(lines: readonly string[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const line of lines) {
    const pairs: [string, number][] = JSON.parse(line);
    for (const [id, revision] of pairs) newest.set(id, Math.max(revision, newest.get(id) ?? 0));
  }
  return newest;
}
