import { isSchema } from '../garbage/support/json-schema.ts';
import { type ExampleRequest, exampleRequests } from './example-requests.ts';

/** The data of earlier replies, by route. */
export type Replies = ReadonlyMap<string, unknown>;
/** Replaces parts of an example by what the page says must be got first. */
export type Preparation = (replies: Replies) => Prepared | Promise<Prepared>;
type Prepared = Partial<Pick<ExampleRequest, 'params' | 'query' | 'body'>>;

export type CallExamples = {
  readonly url: string;
  /** The token of a kind for a route, for the header Authorization. */
  readonly tokenOf: (kind: 'user' | 'admin' | 'operator', route: string) => string | Promise<string>;
  /** What the page says must be done first, by route. These routes are called after the others, in this order. */
  readonly prepared: Readonly<Record<string, Preparation>>;
  /** The code of the documented error that a route answers on this service. */
  readonly refused: (route: string) => string | undefined;
  /** Routes that answer their documented error or succeed, depending on what the service does at that moment. */
  readonly either: ReadonlySet<string>;
  /** Routes that are called after all others, because they end what the others need. */
  readonly last: readonly string[];
};

/** Calls the example of every route of the API document. Returns how many were called, and what differs from the document. */
export async function callExamples(options: CallExamples): Promise<{ readonly called: number; readonly findings: readonly string[] }> {
  const { url, prepared, last } = options;
  const document: unknown = await (await fetch(`${url}/docs/json`)).json();
  if (!isSchema(document)) throw new Error('The service has no API document');
  const order = [...Object.keys(prepared).filter((route) => !last.includes(route)), ...last];
  const placeOf = ({ route, isPrepared }: ExampleRequest) => (order.includes(route) ? order.indexOf(route) + 1 : isPrepared ? 0.5 : 0);
  const examples = exampleRequests(document).toSorted((a, b) => placeOf(a) - placeOf(b));
  const replies = new Map<string, unknown>();
  const findings: string[] = [];
  for (const route of Object.keys(prepared)) if (!examples.some((one) => one.route === route)) findings.push(`${route}: no such route`);
  for (const example of examples) {
    const prepare = prepared[example.route];
    const request = prepare === undefined ? example : { ...example, ...(await prepare(replies)) };
    const { status, body } = await send(request, options);
    replies.set(example.route, dataOf(body));
    findings.push(...judge(example, status, body, options.refused(example.route), options.either));
  }
  return { called: examples.length, findings };
}

function judge(
  { route, statuses, errors }: ExampleRequest,
  status: number,
  body: unknown,
  refused: string | undefined,
  either: ReadonlySet<string>,
): readonly string[] {
  const code = isSchema(body) && isSchema(body.errors) ? String(body.errors.code) : undefined;
  const shown = `${route}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
  if (status < 400)
    return statuses.includes(status) && (refused === undefined || either.has(route))
      ? []
      : [`${shown}, expected ${refused ?? statuses.join(' or ')}`];
  const isDocumented = code !== undefined && errors.get(status)?.includes(code) === true;
  if (!isDocumented) return [`${shown}: an error that the document does not name`];
  return code === refused ? [] : [`${shown}, expected ${refused ?? statuses.join(' or ')}`];
}

type Reply = { readonly status: number; readonly body: unknown };

/** Sends a request. Of a stream only the head is read, because it may have no end. */
async function send({ route, params, query, body, token }: ExampleRequest, { url, tokenOf }: CallExamples): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const target = new URL(filled, url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  const response = await fetch(target, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${await tokenOf(token, route)}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) {
    await response.body?.cancel();
    return { status, body: null };
  }
  const text = await response.text();
  return { status, body: headers.get('content-type')?.startsWith('application/json') === true ? JSON.parse(text) : text };
}

function dataOf(body: unknown): unknown {
  return isSchema(body) && 'data' in body ? body.data : body;
}

export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);
}
