import { describe } from 'bun:test';
import { canMount } from './small-disk.ts';

/** Programs that some tests need and a machine may lack. `.ci/run` installs all of them. */
export type Requirement = 'redis' | 'mongodb' | 'chromium' | 'mounts';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Returns `describe` when all given requirements are available; otherwise a `describe.skip` whose title contains the reason, which the test
 * runner prints.
 *
 * @example requires('redis')('the Redis cache', () => { ... });
 */
export function requires(...requirements: Requirement[]): (title: string, body: () => void) => void {
  const missing = requirements.map(whyMissing).filter((reason) => reason !== null);
  if (missing.length === 0) return describe;
  return (title, body) => describe.skip(`${title} [${missing.join('; ')}]`, body);
}

/** Returns the program or URL that fulfills a requirement, for fixtures that start or use it; null when it is not available. */
export function findRequirement(requirement: Requirement, env: Record<string, string | undefined> = process.env): string | null {
  if (requirement === 'redis') return env.REDIS_URL || Bun.which('redis-server');
  // Tests that need MongoDB use the server in MONGODB_URL, or else the small Java server under test/support, which needs Maven (`mvn`) and
  // a JDK (`javac`).
  if (requirement === 'mongodb') return env.MONGODB_URL || (Bun.which('mvn') && Bun.which('javac'));
  if (requirement === 'mounts') return canMount() ? 'mount' : null;
  return env.CHROMIUM_PATH || chromiumNames.map((name) => Bun.which(name)).find((path) => path !== null) || null;
}

function whyMissing(requirement: Requirement): string | null {
  if (findRequirement(requirement) !== null) return null;
  if (requirement === 'redis') return 'needs redis-server in PATH, or REDIS_URL';
  if (requirement === 'mongodb') return 'needs MONGODB_URL, or a JDK (javac) and mvn in PATH to run a MongoDB-protocol server';
  if (requirement === 'mounts') return 'needs Linux and root, to mount a small file system';
  return 'needs chromium in PATH, or CHROMIUM_PATH';
}
