// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// One Ctrl-C arrives two or three times: from the terminal to the whole group, and again from npm. Copies within this
// time are one request; a later one is a user who insists, and is passed on.
const SAME_REQUEST_MS = 500;
const PARENT_CHECK_MS = 100;

/**
 * Runs a program to its end with our stdin, stdout and stderr, and passes on the signals that ask us to stop.
 *
 * @param {{program: string, args: string[], cwd: string, shell?: boolean, stdout?: 'stderr', env?: Record<string, string>,
 *   killAfterMs?: number}} options env is used for variables that are not set; a child that still runs killAfterMs after a signal is killed
 * @returns {Promise<{exitCode: number, signal: NodeJS.Signals | null, asked: Set<NodeJS.Signals>} | {problem: string}>}
 *   exitCode is 128 + n for a child that signal n ended; asked holds the signals that were passed on
 */
export function runChild({ program, args, cwd, shell = false, stdout, env = {}, killAfterMs }) {
  return new Promise((resolve) => {
    /** @type {Set<NodeJS.Signals>} */
    const asked = new Set();
    /** @type {Map<NodeJS.Signals, number>} */
    const lastAtMs = new Map();

    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      const now = performance.now();
      const last = lastAtMs.get(signal);
      lastAtMs.set(signal, now);
      if (last !== undefined && now - last < SAME_REQUEST_MS) return;
      asked.add(signal);
      child.kill(signal);
      if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
    };
    const onInterrupt = () => pass('SIGINT');
    // A closed terminal asks for the same orderly end as SIGTERM.
    const onTerminate = () => pass('SIGTERM');
    process.on('SIGINT', onInterrupt);
    process.on('SIGTERM', onTerminate);
    process.on('SIGHUP', onTerminate);
    const watch = watchNpm(onTerminate);
    // The child is started last: a signal before the handlers exist would end only this process and leave the child running.
    const child = spawn(program, args, {
      cwd,
      shell,
      // Bun sends crash reports, and install scripts of packages send usage data, unless this variable is set.
      env: { ...env, ...process.env, DO_NOT_TRACK: '1' },
      stdio: ['inherit', stdout === 'stderr' ? 2 : 'inherit', 'inherit'],
    });

    const settle = () => {
      clearInterval(watch);
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
      process.off('SIGHUP', onTerminate);
    };
    child.once('error', (error) => {
      settle();
      resolve({ problem: error.message });
    });
    child.once('exit', (code, signal) => {
      settle();
      resolve({ exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), signal, asked });
    });
  });
}

/**
 * Calls back when npm, which started this process, was killed with -9: no signal arrives then, and the service would keep its port. It is
 * noticed by the changed parent process. Without npm nothing is watched: `nohup node scripts/launch.mjs start &` outlives its shell on
 * purpose.
 *
 * @param {() => void} onDeath
 */
function watchNpm(onDeath) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onDeath();
  }, PARENT_CHECK_MS);
  timer.unref();
  return timer;
}
