import type { RateResult } from '../measure/load.ts';
import type { Use } from '../summary.ts';

export type AskWorkload = { readonly actors: number; readonly inFlight: number; readonly warmUpMs: number; readonly measureMs: number };

/** Measures the rate of the runtime without HTTP, on the same machine and with the same store as the measurement over HTTP. */
export async function runInProcess(folder: string, workload: AskWorkload): Promise<RateResult & Use> {
  const script = new URL('./asks-process.ts', import.meta.url).pathname;
  const { actors, inFlight, warmUpMs, measureMs } = workload;
  const args = [`sqlite:${folder}/asks.db`, actors, inFlight, warmUpMs, measureMs].map(String);
  const child = Bun.spawn([process.execPath, '--no-install', script, ...args], { stdout: 'pipe', stderr: 'inherit' });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error('The asks in process failed.');
  return JSON.parse(text);
}
