import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** A built file of the inspector's page with its HTTP headers, ready to be sent. */
export type WebAsset = {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
};

/** The built files by name. A name is the hash of the file's content, so the content behind a name never changes. */
export type WebBuild = { readonly assets: ReadonlyMap<string, WebAsset>; readonly script: string; readonly style: string | null };

export const WEB_ENTRY = fileURLToPath(new URL('../web/main.tsx', import.meta.url));

const TYPES = { js: 'text/javascript;charset=utf-8', css: 'text/css;charset=utf-8' } as const;

/**
 * Bundles the inspector page for browsers into one script and one style sheet, in memory.
 * @throws AggregateError with a line for each error in the sources
 */
export async function buildWeb(entry: string): Promise<WebBuild> {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    minify: true,
    sourcemap: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
  });
  const assets = new Map<string, WebAsset>();
  const names: { js?: string; css?: string } = {};
  for (const output of outputs) {
    const extension = output.path.endsWith('.css') ? 'css' : 'js';
    const bytes = new Uint8Array(await output.arrayBuffer());
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.${extension}`;
    names[extension] = name;
    assets.set(name, { contentType: TYPES[extension], bytes, gzipped: Bun.gzipSync(bytes, { level: 9 }) });
  }
  if (names.js === undefined) throw new Error(`The build of ${entry} produced no script`);
  return { assets, script: names.js, style: names.css ?? null };
}
