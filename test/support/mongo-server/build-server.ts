import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeOnce } from '../make-once.ts';

const run = promisify(execFile);
const pom = fileURLToPath(new URL('pom.xml', import.meta.url));
const source = fileURLToPath(new URL('LoopbackMongo.java', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/loopback-mongo', import.meta.url));

/** Time limit of the first build of the server in milliseconds; the build downloads about ten jars. */
const BUILD_TIMEOUT_MS = 180_000;

/**
 * Returns the Java class path of the server. The server is built once and stored in node_modules/.cache; it is built again when one of its
 * two source files changes. Of several test processes that start at the same time, one builds and the others wait.
 */
export async function buildServer(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).update(readFileSync(source)).digest('hex').slice(0, 16);
  const folder = join(cache, version);
  await makeOnce(folder, build, { what: 'the build of the MongoDB-protocol server', timeoutMs: BUILD_TIMEOUT_MS });
  return [join(folder, '*'), folder].join(process.platform === 'win32' ? ';' : ':');
}

async function build(building: string): Promise<void> {
  await copyJars(building);
  await run('javac', ['-cp', join(building, '*'), '-d', building, source], { timeout: BUILD_TIMEOUT_MS });
}

/** Copies jars from this machine's Maven repository, or downloads them if one is missing. */
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
