import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const folders = ['src', 'machines', 'actors', 'scripts', 'test'];
// Folders that are not checked, because they contain files of other projects: other runtimes, as installed by the benchmarks.
const foreign = /^test\/bench\/peers\//;

/** Returns all source files of the project: text by path. */
export function projectTree(): Map<string, string> {
  const paths = folders.flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx,mjs}`).scanSync({ cwd: projectRoot })]);
  return new Map(
    paths
      .filter((path) => !foreign.test(path) && !path.includes('node_modules/'))
      .sort()
      .map((path) => [path, readFileSync(join(projectRoot, path), 'utf8')]),
  );
}
