import { createServer, type IncomingMessage } from 'node:http';
import type { AddEvent } from '../counter/counter.ts';

export type Counters = {
  /** Adds to a counter and returns its new value. The addition is durable before the promise resolves. */
  add(actor: string, event: AddEvent): Promise<number>;
  count(actor: string): Promise<number>;
};

/**
 * Serves the counters over HTTP, for systems that have no HTTP interface: POST /counters/ACTOR/add with `{id, report}`, and GET
 * /counters/ACTOR. Runs on Node.
 */
export function serveCounters(port: number, counters: Counters): void {
  const server = createServer(async (request, response) => {
    const [, , actor = '', verb] = (request.url ?? '').split('/');
    try {
      const count = verb === 'add' ? await counters.add(actor, await eventOf(request)) : await counters.count(actor);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ count }));
    } catch (error) {
      console.error(error);
      response.writeHead(503).end(String(error));
    }
  });
  server.listen(port, '127.0.0.1');
}

async function eventOf(request: IncomingMessage): Promise<AddEvent> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { id, report } = JSON.parse(text) as { id: string; report: boolean };
  return { type: 'ADD', id, report };
}
