import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

type Written = { readonly resource: (i: number) => string; readonly joined: (count: number) => string };

const names = (count: number) => Array.from({ length: count }, (_, i) => i);
const imports = (count: number) =>
  names(count)
    .map((i) => `import { resource as r${i} } from './r${i}.ts';`)
    .join('\n');
const SCHEMAS = `import { Elysia } from 'elysia';
import * as v from 'valibot';
const units = v.pipe(v.string(), v.regex(/^\\d{1,78}$/));
const params = v.object({ key: v.string() });
const body = v.object({ wallet: v.string(), order: v.number(), spent: units, received: units });
`;

/** For each way to serve routes: source code of a file with one resource of two routes, and of the file that combines all resources. */
const WRITTEN: Readonly<Record<'route table' | 'hooks, valibot', Written>> = {
  'route table': {
    resource: (i) => `${SCHEMAS}import { addRoute } from '${root}src/http/add-route.ts';
import { reply } from '${root}src/http/reply.ts';
export const resource = new Elysia({ name: 'r${i}', prefix: '/r${i}' });
addRoute(resource, { cost: 'cheap', method: 'GET', path: '/get/:key', summary: 's', input: { params }, responses: {}, handle: ({ params }) => reply({ key: params.key }) });
addRoute(resource, { cost: 'limited', method: 'POST', path: '/post/:key', summary: 's', input: { params, body }, responses: {}, handle: ({ body }) => reply({ order: body.order }) });
`,
    joined: (count) => `${imports(count)}
import { createApi } from '${root}src/http/create-api.ts';
import { silentLog } from '${root}src/platform/log/log.ts';
export const api = createApi({ log: silentLog, resources: [${names(count).map((i) => `r${i}`)}] });
`,
  },
  'hooks, valibot': {
    resource: (i) => `${SCHEMAS}export const resource = new Elysia({ name: 'r${i}', prefix: '/r${i}' })
  .get('/get/:key', ({ params }) => ({ key: params.key }), { params })
  .post('/post/:key', ({ body }) => ({ order: body.order }), { params, body });
`,
    joined: (count) => `${imports(count)}
import { Elysia } from 'elysia';
export const api = new Elysia()${names(count)
      .map((i) => `.use(r${i})`)
      .join('')};
`,
  },
};

export const WRITTEN_WAYS = ['route table', 'hooks, valibot'] as const;

/**
 * Measures how long TypeScript needs to check the routes of a number of resources, including imports: processor time in seconds, and number
 * of types.
 */
export function typeCheck(way: (typeof WRITTEN_WAYS)[number], resources: number): { seconds: number; instantiations: number } {
  // The temporary folder is inside the project, so that packages are found. It is removed afterwards.
  const folder = `${root}.elysia-types`;
  mkdirSync(folder, { recursive: true });
  try {
    const { resource, joined } = WRITTEN[way];
    for (const i of names(resources)) writeFileSync(`${folder}/r${i}.ts`, resource(i));
    writeFileSync(`${folder}/joined.ts`, joined(resources));
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ extends: '../tsconfig.json', include: ['*.ts'], exclude: [] }));
    const tsc = [`${root}node_modules/.bin/tsc`, '--noEmit', '--extendedDiagnostics', '-p', folder];
    const { stdout, exitCode, resourceUsage } = Bun.spawnSync(tsc, { cwd: root });
    const text = stdout.toString();
    if (exitCode !== 0) throw new Error(text.slice(0, 2_000));
    return {
      seconds: Number(resourceUsage.cpuTime.total) / 1e6,
      instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(text)?.[1]),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
