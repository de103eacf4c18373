/** One request that a client needs an answer to, to any node. */
export type StrictRequest = { readonly path: string; readonly body?: object };

export type StrictAnswer = {
  /** The reply's body; null when the request failed. */
  readonly body: unknown;
  /** Why it failed, for a reader; null when it did not. */
  readonly failure: string | null;
  /** Nodes that were passed over before one answered. */
  readonly passedOver: number;
};

/** Bound of one attempt. */
const TIMEOUT_MS = 10_000;
/** Between two rounds over all nodes. */
const ROUND_PAUSE_MS = 100;

/** What a client was told by nodes that want to be left alone for a while, by the node's URL: each client has its own. */
export type AwayNodes = Map<string, { readonly why: string; readonly untilMs: number }>;

/**
 * Asks the nodes in turn, from `first` on, the way `docs/operations.md` tells load balancers to: on 503 with `Retry-After`, or when the
 * connection is refused, the next one is asked, and who said `Retry-After` is left alone for that time. Anything else that is no success
 * is a failed request, and so is one that no node takes within `patienceMs`.
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

/** By code: Bun's name for it, and Node's. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ConnectionRefused' || error.code === 'ECONNREFUSED');
}
