import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editDistance } from '../values/edit-distance.ts';

/** The settings files that users edit. Bun reads both files, whatever the value of NODE_ENV is. */
const FILES = ['.env', '.env.local'];
/**
 * Maximum number of edits (changed characters) by which an unknown name may differ from the known setting that is proposed in its place.
 */
const NEAR = 3;
/**
 * Names in settings files that are variables of other programs, such as Bun, Node and system libraries. They are not reported as unknown
 * settings.
 */
const OF_OTHERS = /^(BUN_|NODE_|npm_|TZ$|LANG$|LC_|NO_COLOR$|FORCE_COLOR$|PATH$|HOME$|(HTTPS?|ALL|NO)_PROXY$|SSL_CERT_)/i;
const NAME = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/;

/**
 * Lists the names in the settings files of a folder that are not settings of this program and therefore have no effect. Each line contains
 * the file, the unknown name, and the most similar known setting, if one is similar. Values are never shown.
 * @param known names of all settings; `<chainId>` in a name stands for digits
 */
export function unknownSettings(folder: string, known: ReadonlySet<string>): readonly string[] {
  const patterns = [...known].filter((name) => name.includes('<')).map((name) => new RegExp(`^${name.replace(/<\w+>/g, '[0-9]+')}$`));
  const isKnown = (name: string) => known.has(name) || OF_OTHERS.test(name) || patterns.some((pattern) => pattern.test(name));
  return FILES.flatMap((file) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [];
    const names = readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => NAME.exec(line)?.[1] ?? []);
    return [...new Set(names)].filter((name) => !isKnown(name)).map((name) => lineOf(file, name, known));
  });
}

function lineOf(file: string, name: string, known: ReadonlySet<string>): string {
  const nearest = nearestOf(name, known);
  const hint = nearest === null ? 'docs/settings.md lists all settings.' : `Did you mean ${nearest}?`;
  return `${file}: ${name} is not a setting of this program and is ignored. ${hint}`;
}

/** Returns the most similar known setting. The chain id in the name is kept: for `RCP_8453` the function proposes `RPC_8453`. */
function nearestOf(name: string, known: ReadonlySet<string>): string | null {
  const upper = name.toUpperCase();
  const digits = /[0-9]+$/.exec(upper)?.[0];
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const one of known) {
    const candidate = digits === undefined ? one : one.replace(/<\w+>/, digits);
    const distance = editDistance(upper, candidate, NEAR);
    if (distance <= NEAR && (nearest === null || distance < nearest.distance)) nearest = { name: candidate, distance };
  }
  return nearest?.name ?? null;
}
