import type { AnyElysia } from 'elysia';

/**
 * Returns the HTTP methods of a path, for 405 replies, the header `Allow` and OPTIONS; empty for an unknown path. Used only for requests
 * that match no route.
 */
export function createAllowedMethods(app: AnyElysia): (path: string) => readonly string[] {
  const routes = app.routes.map(({ method, path }) => ({ method, segments: segmentsOf(path) }));
  return (path) => {
    const asked = segmentsOf(path);
    const methods = new Set(routes.filter(({ segments }) => isMatch(segments, asked)).map(({ method }) => method));
    if (methods.size === 0) return [];
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods.add('OPTIONS')].sort();
  };
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/+$/, '').split('/');
}

function isMatch(pattern: readonly string[], asked: readonly string[]): boolean {
  return (
    pattern.length === asked.length && pattern.every((segment, i) => segment === asked[i] || (segment.startsWith(':') && asked[i] !== ''))
  );
}
