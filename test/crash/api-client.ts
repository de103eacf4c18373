import * as v from 'valibot';

/** Schema of those fields of a DCA record that the harness checks. Fields that clients add to the record are kept. */
const recordSchema = v.looseObject({
  id: v.string(),
  status: v.string(),
  processed: v.number(),
  positionId: v.nullable(v.number()),
  amountBaseUnits: v.string(),
});
const fillSchema = v.looseObject({
  txHash: v.string(),
  orderIndex: v.number(),
  positionId: v.number(),
  amountIn: v.string(),
  amountOut: v.string(),
  blockNumber: v.number(),
  blockHash: v.string(),
});
const createdSchema = v.looseObject({ data: v.looseObject({ id: v.string() }) });

export type ApiRecord = v.InferOutput<typeof recordSchema>;
export type ApiFill = v.InferOutput<typeof fillSchema>;

const TIMEOUT_MS = 15_000;

/** Pause in milliseconds after every node has refused a request. Then all nodes are tried again. */
const ROUND_PAUSE_MS = 250;

/**
 * Creates a client of the service. An unsuccessful reply is an error, and its request counts as not acknowledged. With several nodes, a
 * node that answers 503 or refuses the connection is skipped, for up to `patienceMs`.
 */
export function createApiClient(nodes: string | readonly [string, ...string[]], patienceMs = 0) {
  const urls = typeof nodes === 'string' ? [nodes] : nodes;
  let turn = 0;

  async function call(path: string, body?: unknown): Promise<unknown> {
    const deadline = performance.now() + patienceMs;
    for (let tries = 1; ; tries += 1) {
      turn = (turn + 1) % urls.length;
      try {
        return await callNode(`${urls[turn]}${path}`, path, body);
      } catch (error) {
        if (performance.now() >= deadline || !isWorthAnother(error)) throw error;
        if (tries % urls.length === 0) await Bun.sleep(ROUND_PAUSE_MS);
      }
    }
  }

  async function callNode(url: string, path: string, body: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new RefusedError(response.status, `${path} answered ${response.status}: ${text.slice(0, 300)}`);
  }
  return {
    /**
     * Creates a DCA record.
     * @returns the id of the new, acknowledged record
     */
    async createPosition(body: object): Promise<string> {
      return v.parse(createdSchema, await call('/defi/create-position', body)).data.id;
    },
    async updatePosition(id: string, fields: object): Promise<void> {
      await call(`/defi/update-position/${id}`, fields);
    },
    async cancel(id: string): Promise<void> {
      await call('/defi/cancel-dca', { dcaId: id });
    },
    async records(wallet: string): Promise<ApiRecord[]> {
      const reply = v.parse(v.looseObject({ data: v.array(recordSchema) }), await call(`/defi/get-position?walletAddress=${wallet}`));
      return reply.data;
    },
    async fills(wallet: string, positionId: number): Promise<ApiFill[]> {
      const path = `/defi/dca-fills?walletAddress=${wallet}&positionId=${positionId}`;
      return v.parse(v.looseObject({ data: v.array(fillSchema) }), await call(path)).data;
    },
    async isUp(): Promise<boolean> {
      try {
        return (await fetch(`${urls[0]}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
      } catch {
        return false;
      }
    },
  };
}

class RefusedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether the request should be sent to another node: there was no reply at all, or the refusal is temporary. */
function isWorthAnother(error: unknown): boolean {
  return !(error instanceof RefusedError) || error.status === 503;
}

export type ApiClient = ReturnType<typeof createApiClient>;
