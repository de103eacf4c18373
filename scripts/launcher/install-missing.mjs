// @ts-check
import { findBun } from './find-bun.mjs';
import { missingPackage } from './missing-package.mjs';
import { runChild } from './run-child.mjs';

/**
 * Runs `npm ci` when node_modules does not hold what package-lock.json asks for. This is the only thing that the launcher
 * ever fetches. Install scripts stay off: none of the packages needs one, and Bun's moves its binary.
 *
 * @param {{root: string, withDevelopment: boolean}} options
 * @returns {Promise<{ok: true} | {problem: string} | {signal: NodeJS.Signals, exitCode: number}>}
 */
export async function installMissing({ root, withDevelopment }) {
  const reason = whatIsMissing(root, withDevelopment);
  if (reason === null) return { ok: true };

  console.error(`coxswain: installing packages (${reason}) ...`);
  const npm = npmCommand();
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', withDevelopment ? '--include=dev' : '--omit=dev'];
  // npm's output goes to stderr, so that stdout contains only the command's own output.
  const run = await runChild({ program: npm.program, args: [...npm.args, ...args], cwd: root, shell: npm.shell, stdout: 'stderr' });
  if ('problem' in run) return { problem: `npm could not be started to install packages: ${run.problem}` };
  const asked = [...run.asked][0];
  if (asked !== undefined) return { signal: asked, exitCode: asked === 'SIGINT' ? 130 : 143 };
  if (run.exitCode !== 0) return { problem: `packages could not be installed (npm ci ended with ${run.exitCode}; its reason is above)` };

  const stillMissing = whatIsMissing(root, withDevelopment);
  return stillMissing === null ? { ok: true } : { problem: `npm ci ended well, and still ${stillMissing}` };
}

/** @param {string} root @param {boolean} withDevelopment @returns {string | null} */
function whatIsMissing(root, withDevelopment) {
  const name = missingPackage(root, { withDevelopment });
  if (name !== null) return `${name} is not installed as package-lock.json says`;
  return findBun(root) === null ? `there is no Bun binary for ${process.platform}-${process.arch}` : null;
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
