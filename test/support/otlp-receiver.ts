import * as v from 'valibot';

const attribute = v.object({ key: v.string(), value: v.record(v.string(), v.unknown()) });
const span = v.object({
  name: v.string(),
  traceId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  spanId: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  parentSpanId: v.optional(v.string()),
  attributes: v.optional(v.array(attribute), []),
  links: v.optional(v.array(v.object({ traceId: v.string(), spanId: v.string() })), []),
  status: v.optional(v.object({ code: v.optional(v.number()), message: v.optional(v.string()) })),
});
const delivery = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes: v.array(attribute) }),
      scopeSpans: v.array(v.object({ spans: v.array(span) })),
    }),
  ),
});

export type ReceivedSpan = v.InferOutput<typeof span> & { readonly facts: Readonly<Record<string, unknown>> };

/** Starts a receiver for OTLP/HTTP in JSON that stores the received traces. */
export function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const services: unknown[] = [];
  const keys: (string | null)[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname !== '/v1/traces') return new Response(null, { status: 404 });
      keys.push(request.headers.get('x-key'));
      for (const { resource, scopeSpans } of v.parse(delivery, await request.json()).resourceSpans) {
        services.push(factsOf(resource.attributes)['service.name']);
        for (const each of scopeSpans.flatMap(({ spans: some }) => some)) spans.push({ ...each, facts: factsOf(each.attributes) });
      }
      return Response.json({});
    },
  });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    spans,
    services,
    /** The value of the header `x-key` of each received request. */
    keys,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function factsOf(attributes: readonly v.InferOutput<typeof attribute>[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
