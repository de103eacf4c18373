import type { SeededRandom } from '../../crash/seeded-random.ts';

export type RpcRequest = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };
export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown };
export type Answer = { readonly result: unknown } | { readonly error: RpcError };

/** The reply of a misbehaving endpoint to one request. */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly status?: number; readonly id?: unknown }
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
    }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'drip' };

/** The real node behind a misbehaving endpoint, which answers correctly. */
export type Node = { ask(method: string, params: readonly unknown[]): Promise<Answer> };

/** Returns the reply of a mode to a request; null passes on the reply of the node. */
export type Respond = (request: RpcRequest) => Reply | null | Promise<Reply | null>;

/** One way in which an endpoint misbehaves. */
export type Mode = {
  readonly name: string;
  /** Description of the mode for the printed table. */
  readonly what: string;
  /** Starts the mode; it lasts until another mode is started. */
  readonly start: (node: Node, random: SeededRandom) => Respond;
};

export const result = (value: unknown): Reply => ({ kind: 'answer', answer: { result: value } });
export const refusal = (code: number, message: string, status?: number): Reply => ({
  kind: 'answer',
  answer: { error: { code, message } },
  ...(status === undefined ? {} : { status }),
});

/** Creates a mode in which the endpoint answers every request itself, instead of the node. */
export const always =
  (reply: (request: RpcRequest) => Reply): Mode['start'] =>
  () =>
    reply;

/** Creates a mode in which the endpoint answers requests for these RPC methods itself. Other requests are forwarded to the node. */
export const on =
  (methods: readonly string[], reply: (request: RpcRequest) => Reply | null): Mode['start'] =>
  () =>
  (request) =>
    methods.includes(request.method) ? reply(request) : null;

export type Told = Readonly<Record<string, unknown>>;
export const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Creates a fault mode of the endpoint that changes the node's results of these methods. `change` returns the changed result; when it
 * returns `undefined`, the result stays unchanged.
 */
export const changed =
  (
    methods: readonly string[],
    change: (value: unknown, request: RpcRequest, node: Node, random: SeededRandom) => unknown | Promise<unknown>,
  ): Mode['start'] =>
  (node, random) =>
  async (request) => {
    if (!methods.includes(request.method)) return null;
    const answer = await node.ask(request.method, request.params);
    if ('error' in answer || answer.result === null) return null;
    const value = await change(answer.result, request, node, random);
    return value === undefined ? null : result(value);
  };

/** Like `changed`, for results that are objects or lists of objects. */
export const rewritten = (methods: readonly string[], change: (told: Told) => Told): Mode['start'] =>
  changed(methods, (value) => (Array.isArray(value) ? value.filter(isTold).map(change) : isTold(value) ? change(value) : undefined));

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

export async function headOf(node: Node): Promise<number> {
  const answer = await node.ask('eth_blockNumber', []);
  if ('error' in answer) throw new Error(`the node behind the endpoints does not answer: ${answer.error.message}`);
  return Number(answer.result);
}

/** Returns the block number in a log, a block or a receipt. */
export const numberIn = ({ blockNumber, number }: Told): number => Number(blockNumber ?? number);
