import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { isRunning } from '../../src/devnet/guard/process-mark.ts';
import { processFileSchema } from '../../src/devnet/guard/protocol.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { someOf } from '../support/which-cases.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each(someOf(['SIGKILL', 'SIGTERM', 'SIGINT'] as const, 2))(
  'a campaign that is ended by %s leaves no service and no chain behind',
  async (signal) => {
    using folder = tempFolder();
    const run = spawn(process.execPath, ['--no-install', 'test/hostile/run.ts', '--only', 'attacks', '--attack', 'none of this name'], {
      cwd: root,
      env: { ...process.env, TMPDIR: folder.path },
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((resolve) => run.once('exit', resolve));
    try {
      const file = await waitFor(() => globSync(`${folder.path}/**/process.json`)[0], {
        what: 'the chain of its service',
        timeoutMs: 60_000,
      });
      const read = () => v.parse(processFileSchema, JSON.parse(readFileSync(file, 'utf8')));
      const { owner, guard, anvil } = await waitFor(() => (read().anvil === null ? null : read()), { what: 'its chain to run' });
      run.kill(signal);
      expect(await ended).toBe(signal === 'SIGKILL' ? null : 130);
      for (const mark of [owner, guard, anvil]) {
        await waitFor(() => mark === null || !isRunning(mark), { what: 'the end of what it started', timeoutMs: 60_000 });
      }
      if (signal !== 'SIGKILL') expect(existsSync(file)).toBe(false);
    } finally {
      run.kill('SIGKILL');
    }
  },
);
