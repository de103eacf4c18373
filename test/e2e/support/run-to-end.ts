import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a program in the project's folder until it ends, with only the given environment and PATH. */
export function runToEnd(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const { PATH = '' } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

/** Runs the service with settings with which its start must fail, until the process ends. */
export function startToEnd(env: Readonly<Record<string, string>>): Promise<Ended> {
  const settings = { PORT: '0', DEVNET_PORT: '0', ...env };
  return runToEnd(process.execPath, ['--no-install', '--no-env-file', 'src/main.ts'], settings);
}
