import type { KilledResult, LoadOrder, RateResult } from './load.ts';

export type OpenLoad = {
  /** Sends no further requests, and resolves when all sent requests are answered or given up. */
  end(): Promise<KilledResult>;
};

export async function runRate(order: LoadOrder & { measured: NonNullable<LoadOrder['measured']> }): Promise<RateResult> {
  const child = spawnLoad(order);
  child.stdin.end();
  return JSON.parse(await outputOf(child));
}

export function startLoad(order: LoadOrder & { measured: null }): OpenLoad {
  const child = spawnLoad(order);
  const output = outputOf(child);
  return {
    async end() {
      child.stdin.end();
      return JSON.parse(await output);
    },
  };
}

function spawnLoad(order: LoadOrder) {
  const script = new URL('./load-process.ts', import.meta.url).pathname;
  return Bun.spawn([process.execPath, '--no-install', script, JSON.stringify(order)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
}

async function outputOf(child: ReturnType<typeof spawnLoad>): Promise<string> {
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error('The load generator failed.');
  return text;
}
