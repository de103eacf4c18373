import type { SeededRandom } from '../../crash/seeded-random.ts';

export type RpcRequest = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };
export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown };
export type Answer = { readonly result: unknown } | { readonly error: RpcError };

/** What an endpoint in trouble gives for one request. */
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

/** The node behind the endpoint, which is well. */
export type Node = { ask(method: string, params: readonly unknown[]): Promise<Answer> };

/** What a request gets; null: what the node answers. */
export type Respond = (request: RpcRequest) => Reply | null | Promise<Reply | null>;

/** A way in which an endpoint is not as it should be. */
export type Mode = {
  readonly name: string;
  /** For the table. */
  readonly what: string;
  /** From now on, until another mode begins. */
  readonly start: (node: Node, random: SeededRandom) => Respond;
};

export const result = (value: unknown): Reply => ({ kind: 'answer', answer: { result: value } });
export const refusal = (code: number, message: string, status?: number): Reply => ({
  kind: 'answer',
  answer: { error: { code, message } },
  ...(status === undefined ? {} : { status }),
});

/** The same for every request. */
export const always =
  (reply: (request: RpcRequest) => Reply): Mode['start'] =>
  () =>
    reply;

/** For requests of these methods; the rest is well. */
export const on =
  (methods: readonly string[], reply: (request: RpcRequest) => Reply | null): Mode['start'] =>
  () =>
  (request) =>
    methods.includes(request.method) ? reply(request) : null;

export type Told = Readonly<Record<string, unknown>>;
export const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes what the node answers to these methods, where it answers something; `undefined` leaves it. */
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

/** As `changed`, for answers that are objects, or lists of them. */
export const rewritten = (methods: readonly string[], change: (told: Told) => Told): Mode['start'] =>
  changed(methods, (value) => (Array.isArray(value) ? value.filter(isTold).map(change) : isTold(value) ? change(value) : undefined));

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

export async function headOf(node: Node): Promise<number> {
  const answer = await node.ask('eth_blockNumber', []);
  if ('error' in answer) throw new Error(`the node behind the endpoints does not answer: ${answer.error.message}`);
  return Number(answer.result);
}

/** The number in a log, a block or a receipt. */
export const numberIn = ({ blockNumber, number }: Told): number => Number(blockNumber ?? number);
