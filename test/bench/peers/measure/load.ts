/** Template of the requests to a system. The placeholders `{actor}`, `{id}` and `{report}` are replaced. */
export type RequestTemplate = {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type LoadOrder = {
  readonly url: string;
  readonly request: RequestTemplate;
  /** Prefix of the request ids of this load, different from that of all other loads. An id is the prefix and a number. */
  readonly prefix: string;
  readonly actors: number;
  readonly inFlight: number;
  readonly report: boolean;
  /**
   * Durations of the warm-up and of the measurement, for a measurement of the rate. Null for a load during which the system is killed: it
   * runs until standard input ends, and prints a line for each reply.
   */
  readonly measured: { readonly warmUpMs: number; readonly measureMs: number } | null;
};

export type RateResult = {
  readonly perSecond: number;
  /** Number of answered requests, including those during the warm-up and after the measurement. */
  readonly answered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Number of attempts at requests that failed and were repeated with the same id. */
  readonly repeats: number;
};

/**
 * Times of an answered request in epoch ms: when its first attempt was sent, when its successful attempt was sent, and when the reply
 * arrived.
 */
export type Answer = readonly [firstSentAt: number, sentAt: number, answeredAt: number];

export type KilledResult = {
  /** The times of the requests, by the number in the request's id; null for a request that was never answered. */
  readonly answers: readonly (Answer | null)[];
  readonly repeats: number;
};

type Request = Pick<LoadOrder, 'url' | 'request' | 'report'>;

export function actorOf(n: number, actors: number): string {
  return `a${n % actors}`;
}

/**
 * Sends a request and repeats it with the same id until it is answered with success, because a killed system does not answer for a while.
 * Returns when the last attempt was sent, and how many attempts failed before it.
 * @throws Error the last failure, once `givesUpAt()` (epoch ms) has come
 */
export async function sendUntilAnswered(
  request: Request,
  actor: string,
  id: string,
  givesUpAt: () => number,
): Promise<{ readonly sentAt: number; readonly failed: number }> {
  for (let failed = 0; ; failed += 1) {
    const sentAt = Date.now();
    try {
      await sendOnce(request, actor, id);
      return { sentAt, failed };
    } catch (error) {
      if (Date.now() >= givesUpAt()) throw error;
      await Bun.sleep(REPEAT_AFTER_MS);
    }
  }
}

async function sendOnce({ url, request: { path, headers, body }, report }: Request, actor: string, id: string): Promise<void> {
  const fill = (template: string) => template.replace('{actor}', actor).replace('{id}', id).replace('{report}', String(report));
  const response = await fetch(url + fill(path), {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
    body: fill(body),
    signal: AbortSignal.timeout(ATTEMPT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 300)}`);
}

const ATTEMPT_MS = 30_000;
const REPEAT_AFTER_MS = 20;
