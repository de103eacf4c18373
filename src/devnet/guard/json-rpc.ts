import * as v from 'valibot';

const responseSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.object({ message: v.string() })) });

/** Sends one JSON-RPC request and gives its result. */
export type JsonRpc = (method: string, params?: readonly unknown[], timeoutMs?: number) => Promise<unknown>;

/** Raised when the node answered with an error; `message` is the node's own. */
export class JsonRpcError extends Error {
  override name = 'JsonRpcError';
}

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * A JSON-RPC client of forty lines for the guard process, which must start in a moment and so loads no viem.
 * @throws JsonRpcError what the node answered; TimeoutError or TypeError when it did not answer
 */
export function createJsonRpc(url: string): JsonRpc {
  let id = 0;
  return async (method, params = [], timeoutMs = DEFAULT_TIMEOUT_MS) => {
    id += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { result, error } = v.parse(responseSchema, await response.json());
    if (error !== undefined) throw new JsonRpcError(`${method}: ${error.message}`);
    return result;
  };
}
