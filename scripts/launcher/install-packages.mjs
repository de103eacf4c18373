// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './run-child.mjs';

const LOOK_EVERY_MS = 500;
/** Milliseconds between two lines of progress where the output is no terminal, for example in a log of a container's build. */
const LINE_EVERY_MS = 15_000;
/** Milliseconds after a Ctrl-C until npm is ended by force. What it leaves is installed again by the next start. */
const KILL_AFTER_MS = 3_000;

/**
 * Runs `npm ci` in a folder and says on stderr, in one line, how far it is. Install scripts stay off: none of the packages needs one, and
 * Bun's moves its binary.
 *
 * @param {{folder: string, what: string, packages: readonly string[], withDevelopment: boolean, killAfterMs?: number, isQuiet?: boolean}} options
 *   what names what is installed; packages are the paths of the packages, relative to the folder
 * @returns {Promise<{ok: true} | {problem: string} | {signal: NodeJS.Signals, exitCode: number}>}
 */
export async function installPackages({ folder, what, packages, withDevelopment, killAfterMs = KILL_AFTER_MS, isQuiet = false }) {
  const npm = npmCommand();
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const progress = isQuiet ? { end: () => undefined } : showProgress(folder, what, packages);
  const run = await runChild({
    program: npm.program,
    args: [...npm.args, ...args, withDevelopment ? '--include=dev' : '--omit=dev'],
    cwd: folder,
    shell: npm.shell,
    // npm's output goes to stderr, so that stdout contains only the command's own output.
    stdout: 'stderr',
    killAfterMs,
  });
  const asked = 'problem' in run ? undefined : [...run.asked][0];
  progress.end(!('problem' in run) && run.exitCode === 0 && asked === undefined);
  if ('problem' in run) return { problem: `npm could not be started to install packages: ${run.problem}` };
  if (asked !== undefined) return { signal: asked, exitCode: asked === 'SIGINT' ? 130 : 143 };
  if (run.exitCode !== 0)
    return {
      problem: `${what} could not be installed (npm ci ended with ${run.exitCode}; its reason is above). Check the network and run this again`,
    };
  return { ok: true };
}

/**
 * @param {string} folder @param {string} what @param {readonly string[]} packages
 * @returns {{end: (isInstalled: boolean) => void}}
 */
function showProgress(folder, what, packages) {
  const isTerminal = process.stderr.isTTY === true;
  const startedAt = performance.now();
  let lastLineAt = startedAt;
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  const line = () => {
    const there = packages.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
    const state = there === 0 ? 'downloading' : `${there} of ${packages.length} packages are there`;
    return `coxswain: installing ${what}: ${state}, ${seconds()} s. Ctrl-C stops it.`;
  };
  process.stderr.write(isTerminal ? `${line()}` : `coxswain: installing ${what} ...\n`);
  const timer = setInterval(() => {
    if (isTerminal) process.stderr.write(`\r\u001b[K${line()}`);
    else if (performance.now() - lastLineAt >= LINE_EVERY_MS) {
      lastLineAt = performance.now();
      process.stderr.write(`${line()}\n`);
    }
  }, LOOK_EVERY_MS);
  return {
    end(isInstalled) {
      clearInterval(timer);
      if (isTerminal) process.stderr.write('\r\u001b[K');
      if (isInstalled) process.stderr.write(`coxswain: installed ${what} in ${seconds()} s.\n`);
    },
  };
}

/** @returns {{program: string, args: string[], shell: boolean}} */
function npmCommand() {
  const script = process.env.npm_execpath;
  // pnpm and yarn set npm_execpath too, and neither reads package-lock.json.
  if (script !== undefined && /npm-cli\.c?js$/.test(script) && !script.includes('pnpm')) {
    return { program: process.execPath, args: [script], shell: false };
  }
  // Windows starts npm.cmd only through a shell; the arguments are constants.
  return { program: 'npm', args: [], shell: process.platform === 'win32' };
}
