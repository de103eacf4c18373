import { existsSync } from 'node:fs';

const npmNode = new URL(`../node_modules/node-${process.platform}-${process.arch}/bin/node`, import.meta.url).pathname;

/**
 * The Node executable for the services of the compared systems: the one from npm's packages if installed (Restate's SDK needs 22),
 * otherwise the one on which npm itself runs.
 */
export const nodeProgram = existsSync(npmNode) ? npmNode : (process.env.npm_node_execpath ?? 'node');

/** The installed version of a package. */
export async function versionOf(packageName: string): Promise<string> {
  const file = new URL(`../node_modules/${packageName}/package.json`, import.meta.url).pathname;
  const { version } = (await Bun.file(file).json()) as { version: string };
  return version;
}
