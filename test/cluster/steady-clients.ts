import * as v from 'valibot';
import { type AwayNodes, type StrictRequest, strictRequest } from './strict-request.ts';

export type SteadyReport = {
  readonly requests: number;
  /** Number of requests for which the client skipped at least one node. */
  readonly retried: number;
  readonly failures: readonly string[];
};

export type SteadyClients = { readonly stop: () => Promise<SteadyReport> };

export type SteadyOptions = {
  readonly urls: readonly string[];
  /** The DCA records that the test clients read and write; at least one. */
  readonly records: readonly { readonly id: string; readonly wallet: string }[];
  readonly clients: number;
};

/** Number of read requests that a test client sends for each write request. */
const READS_FOR_A_WRITE = 4;
const PAUSE_MS = 100;
/**
 * Time limit of a request in milliseconds. While one node is unavailable, the others answer at once, but the machine may be busy starting
 * nodes.
 */
const PATIENCE_MS = 15_000;

const listSchema = v.looseObject({ data: v.array(v.looseObject({ id: v.string() })) });
let used = 0;

/**
 * Starts clients that read and write until they are stopped, one request after another, each to the next node. Each client writes to a
 * field of its own, and checks at the end that its last acknowledged write is stored.
 */
export function startSteadyClients({ urls, records, clients }: SteadyOptions): SteadyClients {
  const failures: string[] = [];
  let requests = 0;
  let retried = 0;
  let isOver = false;

  async function request(first: number, what: StrictRequest, away: AwayNodes): Promise<unknown> {
    const { body, failure, passedOver } = await strictRequest(urls, first, what, PATIENCE_MS, away);
    requests += 1;
    if (passedOver > 0) retried += 1;
    if (failure !== null) failures.push(failure);
    return body;
  }

  async function client(n: number): Promise<void> {
    const record = records[n % records.length];
    if (record === undefined) throw new RangeError('steady clients need a record');
    used += 1;
    const field = `steady${used}`;
    const read = { path: `/defi/get-position?walletAddress=${record.wallet}` };
    const away: AwayNodes = new Map();
    let acknowledged: number | null = null;
    /**
     * Values of those writes that failed after the last acknowledged write. A failed write may have been stored nevertheless, so the final
     * value may be any of these.
     */
    let unknown: number[] = [];
    for (let turn = 0; !isOver; turn += 1) {
      const first = n + turn;
      if (turn % (READS_FOR_A_WRITE + 1) < READS_FOR_A_WRITE) await request(first, read, away);
      else if ((await request(first, { path: `/defi/update-position/${record.id}`, body: { [field]: turn } }, away)) === null)
        unknown.push(turn);
      else [acknowledged, unknown] = [turn, []];
      await Bun.sleep(PAUSE_MS);
    }
    const body = await request(n, read, away);
    // Nothing can be compared when the client never had an acknowledged write, or when the final read has failed. A failed request is
    // already reported as a failure.
    if (acknowledged === null || body === null) return;
    const answer = v.safeParse(listSchema, body);
    const found = answer.success ? answer.output.data.find(({ id }) => id === record.id)?.[field] : undefined;
    if (![acknowledged, ...unknown].some((written) => written === found))
      failures.push(`${field} of ${record.id} is ${String(found)}, and ${acknowledged} was acknowledged last`);
  }

  const running = Array.from({ length: clients }, (_, n) => client(n));
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
      return { requests, retried, failures };
    },
  };
}
