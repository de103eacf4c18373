const buildFolder = new URL('../.build/', import.meta.url).pathname;

/** Compiles a service for Node without its packages. Returns the file, in a folder in which the packages can be found. */
export async function buildForNode(source: URL): Promise<string> {
  return await build(source, { target: 'node', packages: 'external' });
}

/** Compiles a worker with its packages into one module. */
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
