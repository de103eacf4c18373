import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plugin } from 'bun';

/** An edit of a source file that removes a protection on purpose, applied while the file is loaded. */
export type Breakage = { readonly file: string; readonly from: string; readonly to: string };

/**
 * Loads the module with the edited source.
 * @throws when the source does not contain the text to replace, because the edit would then change nothing
 */
export function breakModule(breakages: Readonly<Record<string, Breakage>>, name: string): void {
  const breakage = Object.entries(breakages).find(([known]) => known === name)?.[1];
  if (breakage === undefined) throw new Error(`There is no breakage ${name}`);
  const path = fileURLToPath(new URL(`../../${breakage.file}`, import.meta.url));
  const whole = readFileSync(path, 'utf8');
  const contents = whole.replace(breakage.from, breakage.to);
  if (contents === whole) throw new Error(`${breakage.file} has no "${breakage.from}" to break`);
  plugin({ name: 'breakage', setup: (build) => void build.onLoad({ filter: exactly(path) }, () => ({ contents, loader: 'ts' })) });
}

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')}$`);
}
