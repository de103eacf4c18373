import { existsSync } from 'node:fs';

const npmNode = new URL(`../node_modules/node-${process.platform}-${process.arch}/bin/node`, import.meta.url).pathname;

/**
 * The Node executable for the services of the compared systems: the one from npm's packages if installed (Restate's SDK needs Node 22),
 * otherwise the one that runs npm.
 */
export const nodeProgram = existsSync(npmNode) ? npmNode : (process.env.npm_node_execpath ?? 'node');

/** Returns the installed version of a package. */
export async function versionOf(packageName: string): Promise<string> {
  const file = new URL(`../node_modules/${packageName}/package.json`, import.meta.url).pathname;
  const { version } = (await Bun.file(file).json()) as { version: string };
  return version;
}
