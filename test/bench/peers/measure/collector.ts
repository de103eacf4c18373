export type Collector = {
  readonly url: string;
  /** Number of times that the report with this id has arrived. */
  arrivals(id: string): number;
  /** Total number of arrivals of all reports, including repeated ones. */
  total(): number;
  /** Number of look-up requests (GET), with which systems asked whether a report had already arrived. */
  lookups(): number;
  stop(): Promise<void>;
};

/**
 * Delay in milliseconds before the collector replies, similar to that of an external service. A report counts as arrived when the collector
 * receives it, even if its sender dies before the reply.
 */
const ANSWER_AFTER_MS = 50;

/** Starts the collector, the server that receives the effects: POST /reports/ID records an arrival, GET returns whether there was one. */
export function startCollector(): Collector {
  const arrivals = new Map<string, number>();
  let total = 0;
  let lookups = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    routes: {
      '/reports/:id': {
        async POST({ params: { id } }) {
          arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
          total += 1;
          await Bun.sleep(ANSWER_AFTER_MS);
          return new Response('taken');
        },
        GET({ params: { id } }) {
          lookups += 1;
          return new Response(null, { status: arrivals.has(id) ? 204 : 404 });
        },
      },
    },
    fetch: () => new Response(null, { status: 404 }),
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    arrivals: (id) => arrivals.get(id) ?? 0,
    total: () => total,
    lookups: () => lookups,
    stop: () => server.stop(true),
  };
}
