import { Elysia } from 'elysia';
import { serveAsItsUsersDo } from './as-its-users-do.ts';
import { serveRouteTable } from './route-table.ts';

/**
 * The server implementations that this benchmark compares; all serve the same routes. `bare` only replies, without checks and envelope, as
 * the reference for the others.
 */
export const WAYS = {
  bare(resources: number) {
    const app = new Elysia({ prefix: '/api' });
    for (let i = 0; i < resources; i += 1)
      app.get(`/r${i}/get/:key`, ({ params: { key } }) => ({ key })).post(`/r${i}/post/:key`, ({ body }) => ({ read: body !== undefined }));
    app.listen({ port: 0, hostname: '127.0.0.1' });
    return { url: `http://127.0.0.1:${app.server?.port}/api`, stop: async () => void (await app.stop(true)) };
  },
  'route table': serveRouteTable,
  'hooks, valibot': (resources: number) => serveAsItsUsersDo(resources, 'valibot'),
  'hooks, TypeBox': (resources: number) => serveAsItsUsersDo(resources, 'elysia'),
} as const;

export type Way = keyof typeof WAYS;

export const WAY_NAMES: readonly Way[] = ['bare', 'route table', 'hooks, valibot', 'hooks, TypeBox'];

export const BODY = JSON.stringify({ wallet: `0x${'ab'.repeat(20)}`, order: 7, spent: '1000000', received: '271828' });
