import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { createSeededRandom, type SeededRandom } from '../crash/seeded-random.ts';
import type { Answer, Mode, Node, Reply, Respond, RpcRequest } from './modes/mode.ts';

/** An RPC endpoint that misbehaves in the mode that the test sets. */
export type ChaosProxy = {
  readonly url: string;
  /** Sets the mode of misbehavior; with null, the endpoint works correctly. */
  set(mode: Mode | null): void;
  /** Number of requests that are not answered yet. */
  inFlight(): number;
  /** Number of requests whose reply each mode has changed. */
  readonly touched: ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

const DRIP_EVERY_MS = 50;
const requestSchema = v.looseObject({ id: v.unknown(), method: v.string(), params: v.optional(v.array(v.unknown()), []) });
const answerSchema = v.union([
  v.object({ error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }) }),
  v.object({ result: v.unknown() }),
]);

/**
 * Starts an endpoint in front of a node.
 * @param rpcUrl the node behind the endpoint
 * @param kind the kind of chain that the node must appear to be
 */
export async function startChaosProxy(rpcUrl: string, seed: number, kind?: Mode): Promise<ChaosProxy> {
  const random = createSeededRandom(seed);
  const node = kind === undefined ? nodeAt(rpcUrl) : ofKind(kind, nodeAt(rpcUrl), random);
  const touched = new Map<string, number>();
  let current: { readonly name: string; readonly respond: Respond } | null = null;
  let waiting = 0;

  async function reply(request: RpcRequest): Promise<Reply> {
    const mode = current;
    const own = (await mode?.respond(request)) ?? null;
    if (own === null || mode === null) return { kind: 'answer', answer: await node.ask(request.method, request.params) };
    touched.set(mode.name, (touched.get(mode.name) ?? 0) + 1);
    return own;
  }

  const server = createServer((asked, response) => {
    waiting += 1;
    response.once('close', () => {
      waiting -= 1;
    });
    void (async () => {
      const request = v.parse(requestSchema, JSON.parse(await bodyOf(asked)));
      give(request, await reply(request), asked, response);
    })().catch((error: unknown) => {
      // The error comes from the node behind the proxy, or from the test itself, and not from a mode of misbehavior. Status 599 makes it
      // recognizable.
      response.writeHead(599, { 'content-type': 'text/plain' }).end(error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server that listens has a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    set(mode) {
      current = mode === null ? null : { name: mode.name, respond: mode.start(node, random) };
    },
    inFlight: () => waiting,
    touched,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function nodeAt(rpcUrl: string): Node {
  return {
    async ask(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return v.parse(answerSchema, await response.json()) as Answer;
    },
  };
}

/** Wraps the node so that it behaves like the chain's kind. A mode of misbehavior that reads from the node gets this behavior too. */
function ofKind({ name, start }: Mode, node: Node, random: SeededRandom): Node {
  const respond = start(node, random);
  return {
    async ask(method, params) {
      const reply = await respond({ id: 1, method, params });
      if (reply === null) return await node.ask(method, params);
      if (reply.kind !== 'answer') throw new Error(`the kind ${name} gives no answer to ${method}`);
      return reply.answer;
    },
  };
}

async function bodyOf(asked: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of asked) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function give({ id }: RpcRequest, reply: Reply, asked: IncomingMessage, response: ServerResponse): void {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'reset':
      asked.socket.destroy();
      return;
    case 'drip': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), DRIP_EVERY_MS);
      response.once('close', () => clearInterval(timer));
      return;
    }
    case 'raw':
      response.writeHead(reply.status, reply.headers ?? {}).end(reply.body);
      return;
    case 'answer': {
      const body = JSON.stringify({ jsonrpc: '2.0', id: reply.id ?? id, ...reply.answer });
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(body);
    }
  }
}
