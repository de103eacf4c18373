import * as v from 'valibot';

type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

const requestSchema = v.object({ id: v.number(), method: v.string(), params: v.optional(v.unknown()) });

export type RpcStub = Disposable & {
  readonly url: string;
  /** RPC methods that were called, in the order of their requests. */
  readonly asked: readonly string[];
};

/**
 * Starts a JSON-RPC endpoint that replies with the result of `answer`; a `Response` is sent unchanged, and null means no reply at all.
 * @param serves the chain id that it reports, without listing that request; null: `answer` decides that reply too
 */
export function startRpcStub(answer: (method: string, params: unknown) => Answer | Response | null, serves: number | null = 10): RpcStub {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { id, method, params } = v.parse(requestSchema, await request.json());
      if (method === 'eth_chainId' && serves !== null) return Response.json({ jsonrpc: '2.0', id, result: `0x${serves.toString(16)}` });
      asked.push(method);
      const said = answer(method, params);
      if (said === null) return new Promise<Response>(() => {});
      return said instanceof Response ? said : Response.json({ jsonrpc: '2.0', id, ...said });
    },
  });
  return { url: `http://127.0.0.1:${server.port}/v2/secret-key`, asked, [Symbol.dispose]: () => void server.stop(true) };
}
