const buildFolder = new URL('../.build/', import.meta.url).pathname;

/** Bundles a service for Node; its packages are not included. Returns the file, in a folder in which Node finds the packages. */
export async function buildForNode(source: URL): Promise<string> {
  return await build(source, { target: 'node', packages: 'external' });
}

/** Bundles a worker together with its packages into one module. */
export async function buildForWorkerd(source: URL): Promise<string> {
  return await build(source, { target: 'browser', external: ['cloudflare:workers'] });
}

async function build(source: URL, options: Pick<Bun.BuildConfig, 'target' | 'packages' | 'external'>): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [source.pathname],
    outdir: buildFolder,
    naming: `${source.pathname.split('/').at(-2)}-[name].mjs`,
    ...options,
  });
  const path = outputs[0]?.path;
  if (path === undefined) throw new Error(`Nothing came of ${source.pathname}`);
  return path;
}
