import { isJsonObject } from '../../platform/chain/quantity.ts';

/**
 * A local proxy in front of the RPC endpoint of a real chain. The proxy forwards only read requests, and refuses every request that could
 * send or change something.
 */
export type ReadOnlyProxy = Disposable & {
  /**
   * URL of the proxy on this machine. It hides the endpoint's URL, which may contain a key, from the operating system's list of processes.
   */
  readonly url: string;
  /** Returns the RPC methods that the endpoint's proxy has refused so far, without duplicates. */
  readonly refused: () => readonly string[];
};

const READS =
  /^(eth_(get\w+|call|chainId|blockNumber|feeHistory|gasPrice|maxPriorityFeePerGas|estimateGas|createAccessList|syncing)|net_version|web3_clientVersion)$/;
const TIMEOUT_MS = 30_000;

/**
 * Starts a proxy that forwards only read requests to an RPC endpoint.
 * @param upstream the URL of an http(s) endpoint
 */
export function startReadOnlyProxy(upstream: string): ReadOnlyProxy {
  const refused = new Set<string>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const body = await request.text();
      const asked = methodsIn(body);
      const others = asked === null ? ['a request that is not JSON-RPC'] : asked.filter((method) => !READS.test(method));
      for (const method of others) refused.add(method);
      if (others.length > 0)
        return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32601, message: `${others.join(', ')} is not a read` } });
      try {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(upstream, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
        return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
      } catch {
        // The error that explains the failure is not passed to Anvil, because its text may contain the endpoint's URL with a key. Anvil
        // retries the request.
        return new Response('the endpoint did not answer', { status: 502 });
      }
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    refused: () => [...refused],
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** Returns the RPC methods that a request body calls; null for a body that is not JSON-RPC. */
function methodsIn(body: string): readonly string[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const methods = (Array.isArray(parsed) ? parsed : [parsed]).map((one) => (isJsonObject(one) ? one.method : null));
  return methods.every((method) => typeof method === 'string') ? methods : null;
}
