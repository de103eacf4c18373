import * as v from 'valibot';

const responseSchema = v.object({ result: v.optional(v.unknown()), error: v.optional(v.object({ message: v.string() })) });

/** Sends one JSON-RPC request and returns its result. */
export type JsonRpc = (method: string, params?: readonly unknown[], timeoutMs?: number) => Promise<unknown>;

/** Thrown when the node answered a request with an error; `message` is the node's own message. */
export class JsonRpcError extends Error {
  override name = 'JsonRpcError';
}

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * A minimal JSON-RPC client for the guard process, which must start quickly and therefore does not load viem.
 * @throws JsonRpcError the node's error; TimeoutError or TypeError when it did not answer
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
