import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../add-route.ts';
import { reply } from '../reply.ts';
import type { ListedMount, Mounts } from './create-mounts.ts';

const mountSchema = v.object({
  path: v.pipe(v.nullable(v.string()), v.description('The path below /api; null if the API specification does not name it.')),
  about: v.string(),
  state: v.picklist(['works', 'documented-elsewhere', 'not-implemented']),
  elsewhere: v.pipe(v.nullable(v.string()), v.description('The part of the API specification that describes the group.')),
  times: v.pipe(v.number(), v.description('How many times the API specification lists the group.')),
  routes: v.array(
    v.object({
      method: v.string(),
      path: v.string(),
      document: v.pipe(v.string(), v.description("The URL of the group's section in the API documentation.")),
    }),
  ),
});

/** Creates the route `GET /api/app/directory`, an addition to the API specification. */
export function createDirectoryRoutes({ mounts }: { readonly mounts: Pick<Mounts, 'list'> }): AnyElysia {
  const app = new Elysia({ name: 'directory', prefix: '/app' });
  addRoute(app, {
    ...{ method: 'GET', path: '/directory', cost: 'cheap' },
    summary: 'List all groups of routes',
    description:
      'Lists every group of routes that the API specification names, with its state and its routes. Groups that are not ' +
      'implemented answer every request below their path with 501 and `errors.code` `not-implemented`.',
    input: {},
    responses: { 200: { description: 'The groups of routes, in the order of the API specification.', data: v.array(mountSchema) } },
    handle: () => reply(mounts.list().map(present)),
  });
  return app;
}

function present({ path, about, state, elsewhere, times, routes }: ListedMount): v.InferOutput<typeof mountSchema> {
  return {
    ...{ path, about, state, elsewhere: elsewhere ?? null, times: times ?? 1 },
    routes: routes.map((route) => ({ ...route, document: documentOf(route) })),
  };
}

/** Location of the route's operation in the OpenAPI document, as a JSON pointer. */
function documentOf({ method, path }: { readonly method: string; readonly path: string }): string {
  const documented = path
    .replaceAll(/:([^/]+)/g, '{$1}')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
  return `/api/docs/json#/paths/${documented}/${method.toLowerCase()}`;
}
