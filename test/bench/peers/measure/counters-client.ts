import { readJson } from '../peer.ts';
import type { RequestTemplate } from './load.ts';

/** Template of the request that adds to a counter, for systems that use the HTTP interface of `serveCounters`. */
export const addRequest: RequestTemplate = {
  path: '/counters/{actor}/add',
  body: '{"id":"{id}","report":{report}}',
  headers: { 'content-type': 'application/json' },
};

export async function readCounter(url: string, actor: string): Promise<number> {
  return ((await readJson(`${url}/counters/${actor}`)) as { count: number }).count;
}
