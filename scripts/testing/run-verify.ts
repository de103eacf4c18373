import { spawn } from 'node:child_process';
import { killGroup } from './kill-group.ts';

/**
 * Runs the checks of `npm run verify`, except its tests, while tests run. Its output is collected, so that it does not mix with that of the
 * tests.
 */
export function runVerify({ root, stop }: { root: string; stop: AbortSignal }): Promise<{ output: string; isWell: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-install', 'scripts/verify.ts', '--without-tests'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const onStop = () => killGroup(child.pid);
    stop.addEventListener('abort', onStop);
    if (stop.aborted) onStop();
    child.once('error', reject);
    child.once('close', (code) => {
      stop.removeEventListener('abort', onStop);
      resolve({ output, isWell: code === 0 });
    });
  });
}
