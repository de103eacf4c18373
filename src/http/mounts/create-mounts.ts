import type { AnyElysia } from 'elysia';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { MOUNTS, type Mount } from './mount-list.ts';

export type MountState = 'works' | 'documented-elsewhere' | 'not-implemented';
export type MountRoute = { readonly method: string; readonly path: string };
export type ListedMount = Mount & { readonly state: MountState; readonly routes: readonly MountRoute[] };

/** The groups of routes (mounts) in the API specification. For each mount it states whether routes exist here, and which. */
export type Mounts = {
  readonly list: () => readonly ListedMount[];
  /** Returns the 501 error for a path below a mount (group of routes) that has no routes here; null for any other path. */
  readonly refusalAt: (path: string) => TerminalError | null;
};

const PREFIX = '/api/';

/**
 * Creates the directory of the API's mounts.
 * @param api all routes; the routes are read when they are first needed, because the directory itself is one of them
 * @param early paths that are answered before the API
 */
export function createMounts({ api, early = [] }: { readonly api: () => AnyElysia; readonly early?: readonly string[] }): Mounts {
  let known: readonly ListedMount[] | undefined;

  function list(): readonly ListedMount[] {
    known ??= MOUNTS.map((mount) => {
      const routes = routesBelow(mount, [...api().routes, ...early.map((path) => ({ method: 'GET', path }))]);
      return { ...mount, state: stateOf(mount, routes), routes };
    });
    return known;
  }

  /** Returns the mount that contains a path. When a mount is nested in another and both contain the path, returns the nested one. */
  function mountAt(path: string): ListedMount | null {
    const fitting = list().filter((mount) => mount.path !== null && isBelow(path, mount.path));
    return fitting.toSorted((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0))[0] ?? null;
  }

  return {
    list,
    refusalAt(path) {
      const mount = mountAt(path);
      if (mount === null || mount.state === 'works') return null;
      const { state, about, elsewhere = null } = mount;
      const where =
        elsewhere === null
          ? 'The API specification does not describe its requests and replies'
          : `The API specification describes it under ${elsewhere}`;
      const message = `/${mount.path} is not implemented here (${about.slice(0, -1)}). ${where}. GET /api/app/directory lists all groups of routes.`;
      return new TerminalError({ code: 'not-implemented', status: 501, message, details: { mount: mount.path, state, about, elsewhere } });
    },
  };
}

function routesBelow({ path: mount }: Mount, all: readonly MountRoute[]): readonly MountRoute[] {
  if (mount === null) return [];
  // A route below a nested mount counts for the nested mount only, and not for the mount that contains it.
  const inner = MOUNTS.flatMap(({ path }) => (path !== null && path !== mount && path.startsWith(`${mount}/`) ? [path] : []));
  const own = all.filter(({ path }) => isBelow(path, mount) && !inner.some((each) => isBelow(path, each)));
  return own.map(({ method, path }) => ({ method, path }));
}

function stateOf({ elsewhere }: Mount, routes: readonly MountRoute[]): MountState {
  if (routes.length > 0) return 'works';
  return elsewhere === undefined ? 'not-implemented' : 'documented-elsewhere';
}

function isBelow(path: string, mount: string): boolean {
  return path === `${PREFIX}${mount}` || path.startsWith(`${PREFIX}${mount}/`);
}
