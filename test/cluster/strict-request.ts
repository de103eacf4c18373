/** A request that any node of the cluster must answer. */
export type StrictRequest = { readonly path: string; readonly body?: object };

export type StrictAnswer = {
  /** The body of the reply; null when the request failed. */
  readonly body: unknown;
  /** Why the request failed, for a person; null for a success. */
  readonly failure: string | null;
  /** Number of nodes that did not accept the request before one node answered it. */
  readonly passedOver: number;
};

/** Time limit of one attempt to send the request to a node, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Pause in milliseconds after all nodes have refused a request. Then they are tried again. */
const ROUND_PAUSE_MS = 100;

/** Nodes that asked with `Retry-After` not to be used for a while, by URL. Each client has its own list. */
export type AwayNodes = Map<string, { readonly why: string; readonly untilMs: number }>;

/**
 * Sends a request to the nodes in turn, starting with the node number `first`, as `docs/operations.md` recommends for load balancers. After
 * a 503 with `Retry-After`, or a refused connection, the next node is tried, and a node with `Retry-After` is skipped for that time. Any
 * other unsuccessful reply counts as a failed request, and so does a request that no node answers within the time limit.
 */
export async function strictRequest(
  urls: readonly string[],
  first: number,
  { path, body }: StrictRequest,
  patienceMs: number,
  away: AwayNodes = new Map(),
): Promise<StrictAnswer> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const deadline = performance.now() + patienceMs;
  for (let passedOver = 0; ; passedOver += 1) {
    const node = urls[(first + passedOver) % urls.length] ?? '';
    const url = `${node}${path}`;
    const failed = (why: string): StrictAnswer => ({ body: null, failure: `${url} ${why}`, passedOver });
    const told = away.get(node);
    let why = told?.why ?? '';
    if (told === undefined || told.untilMs <= performance.now()) {
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
        const text = await response.text();
        if (response.ok) return { body: JSON.parse(text), failure: null, passedOver };
        why = `answered ${response.status}: ${text.slice(0, 200)}`;
        if (response.status !== 503) return failed(why);
        const retryAfter = response.headers.get('retry-after');
        if (retryAfter === null) return failed(`${why}, without Retry-After`);
        away.set(node, { why, untilMs: performance.now() + Number(retryAfter) * 1_000 });
      } catch (error) {
        if (!isRefused(error)) return failed(`broke off: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`);
        why = 'refused the connection';
      }
    }
    if (performance.now() >= deadline) return failed(`${why}, like all others for ${patienceMs} ms`);
    if ((passedOver + 1) % urls.length === 0) await Bun.sleep(ROUND_PAUSE_MS);
  }
}

/** Whether the connection was refused, according to the error codes of Bun and Node. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ConnectionRefused' || error.code === 'ECONNREFUSED');
}
