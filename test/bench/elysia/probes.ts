import { BODY } from './ways.ts';

const MEMBERS = JSON.parse(BODY);
const json = { 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json): RequestInit => ({ method: 'POST', body, headers });

/** Requests whose replies Elysia documents, by the case that each tests. */
export const PROBES: Readonly<Record<string, readonly [path: string, init: RequestInit]>> = {
  'two members are wrong': ['/r0/post/k', post(JSON.stringify({ ...MEMBERS, wallet: 'x', spent: '-1' }))],
  'a query value with a comma': ['/r0/get/k?tags=a,b', {}],
  'a query value that comes twice': ['/r0/get/k?tags=a&tags=b', {}],
  'a key __proto__': ['/r0/post/k', post(`{"__proto__":{"a":1},${BODY.slice(1)}`)],
  'a body of 100 KB': ['/r0/post/k', post(JSON.stringify({ ...MEMBERS, more: 'x'.repeat(100_000) }))],
  'a body 100,000 levels deep': ['/r0/post/k', post(`{"more":${'['.repeat(100_000)}${']'.repeat(100_000)},${BODY.slice(1)}`)],
  'a body that is no JSON': ['/r0/post/k', post('{"a":')],
  'a body of another type': ['/r0/post/k', post(BODY, { 'content-type': 'text/plain' })],
  'a method that the path does not take': ['/r0/get/k', { method: 'DELETE' }],
};

/** Sends a request to a benchmarked server and summarizes the reply: its status, and the field names in `errors` or `data`. */
export async function probe(url: string, [path, init]: readonly [string, RequestInit]): Promise<string> {
  const response = await fetch(url + path, init);
  const text = await response.text();
  const allow = response.headers.get('allow');
  return `${response.status} ${whatOf(text)}${allow === null ? '' : ` (Allow: ${allow})`}`;
}

function whatOf(text: string): string {
  try {
    const { data, errors } = JSON.parse(text);
    const { code, problems } = errors ?? {};
    const paths = Array.isArray(problems)
      ? ` at ${problems.map(({ path }) => JSON.stringify(path)).join(' ')}, ${text.length} characters`
      : '';
    return errors == null ? JSON.stringify(data) : `${code}${paths}`;
  } catch {
    return JSON.stringify(text.slice(0, 60));
  }
}
