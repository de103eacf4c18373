import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitFor } from '../wait-for.ts';

const run = promisify(execFile);
const pom = fileURLToPath(new URL('pom.xml', import.meta.url));
const source = fileURLToPath(new URL('LoopbackMongo.java', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/loopback-mongo', import.meta.url));

/** The first build fetches some ten jars. */
const BUILD_TIMEOUT_MS = 180_000;

/**
 * The class path of the server, built the first time, kept in node_modules/.cache, and built anew when its two files change. Test
 * processes that start together build it once: the others wait.
 */
export async function buildServer(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).update(readFileSync(source)).digest('hex').slice(0, 16);
  const folder = join(cache, version);
  if (!existsSync(folder)) await buildOnce(folder);
  return [join(folder, '*'), folder].join(process.platform === 'win32' ? ';' : ':');
}

async function buildOnce(folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const lock = `${folder}.lock`;
  await waitFor(() => existsSync(folder) || takeLock(lock), {
    what: `the build of the MongoDB-protocol server (another process holds ${lock})`,
    timeoutMs: BUILD_TIMEOUT_MS,
    everyMs: 50,
  });
  if (existsSync(folder)) return;
  const building = mkdtempSync(join(cache, 'building-'));
  try {
    await copyJars(building);
    await run('javac', ['-cp', join(building, '*'), '-d', building, source], { timeout: BUILD_TIMEOUT_MS });
    // The folder is there whole or not at all, even if this process is killed.
    renameSync(building, folder);
  } finally {
    rmSync(building, { recursive: true, force: true });
    rmSync(lock, { force: true });
  }
}

/** From what this machine's Maven has, and from the network only if something lacks. */
async function copyJars(target: string): Promise<void> {
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy-dependencies';
  const parameters = ['-q', '-B', '-Dstyle.color=never', '-f', pom, goal, `-DoutputDirectory=${target}`];
  try {
    await run('mvn', ['-o', ...parameters], { timeout: BUILD_TIMEOUT_MS });
  } catch (offline) {
    await run('mvn', parameters, { timeout: BUILD_TIMEOUT_MS }).catch((online: unknown) => {
      throw new Error('Maven cannot fetch the MongoDB-protocol server for tests; set MONGODB_URL to use another.', {
        cause: new AggregateError([offline, online]),
      });
    });
  }
}

/** A lock whose holder is no more is free. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  return existsSync('/proc') ? existsSync(`/proc/${pid}`) : true;
}
