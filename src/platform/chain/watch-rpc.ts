import { BaseError, HttpRequestError, RpcError, RpcRequestError, TimeoutError, type Transport } from 'viem';
import { isRateLimit } from './rate-limit-words.ts';

/** A finished JSON-RPC call to a node, including its retries on the same endpoint. */
export type RpcCall = {
  readonly chainId: number;
  /** The JSON-RPC method, such as `eth_call`, from the small set that this service uses. */
  readonly method: string;
  /**
   * The outcome of the call. `ok`: the node returned a result. `refused`: the node answered with an error, for example because the call
   * reverts. The other values say why the node did not answer.
   */
  readonly outcome: 'ok' | 'refused' | 'timeout' | 'rate-limited' | 'unavailable';
  readonly ms: number;
};
export type OnRpc = (call: RpcCall) => void;

/** Wraps a transport so that its calls are reported to `onRpc`. Returns the transport unchanged when `onRpc` is undefined. */
export function watchRpc(transport: Transport, chainId: number, onRpc: OnRpc | undefined): Transport {
  if (onRpc === undefined) return transport;
  return (options) => {
    const made = transport(options);
    // The proxy keeps the type of the wrapped function, which lists every method with its reply.
    const request = new Proxy(made.request, {
      async apply(call, self, args: Parameters<typeof made.request>) {
        const startedAtMs = performance.now();
        const [{ method }] = args;
        const tell = (outcome: RpcCall['outcome']) => onRpc({ chainId, method, outcome, ms: performance.now() - startedAtMs });
        try {
          const answer: unknown = await Reflect.apply(call, self, args);
          tell('ok');
          return answer;
        } catch (error) {
          tell(outcomeOf(error));
          throw error;
        }
      },
    });
    return { ...made, request };
  };
}

function outcomeOf(error: unknown): RpcCall['outcome'] {
  if (!(error instanceof BaseError)) return 'unavailable';
  const cause = error.walk((each) => each instanceof TimeoutError || each instanceof HttpRequestError || each instanceof RpcRequestError);
  if (cause instanceof TimeoutError) return 'timeout';
  if (cause instanceof RpcRequestError && isRateLimit(cause)) return 'rate-limited';
  if (cause instanceof HttpRequestError) return cause.status === 429 ? 'rate-limited' : 'unavailable';
  return cause instanceof RpcRequestError || error instanceof RpcError ? 'refused' : 'unavailable';
}
