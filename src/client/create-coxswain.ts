import type {
  BodyOf,
  CallArgs,
  CallOf,
  CallOptions,
  DataOf,
  FeedEvent,
  FrameOf,
  ItemOf,
  ListPath,
  Method,
  PathOf,
  Policy,
  PostStreamPath,
  QuoteQuery,
  SignedCallOf,
  SignedPath,
  StreamMethod,
  StreamPath,
} from './api-shapes.ts';
import { type AnyCall, type Caller, createCaller } from './call.ts';
import { eventsIn, follow, type Listening, type StreamEvent } from './event-stream.ts';
import { type QuoteStream, quoteStream } from './quote-stream.ts';
import { canonicalJson, policyMessage, signRequest } from './signed-request.ts';
import { openWallet, type Wallet, type WalletSigner } from './wallet-signer.ts';

export type CoxswainOptions = {
  /** The service's base URL including its prefix: `http://127.0.0.1:5000/api`. */
  readonly baseUrl: string;
  /** The token of an operator or of a read-only operator, for routes under `/operator/...`. */
  readonly token?: string;
  /** The wallet that signs the calls of `signed`, `createAgent` and `updateAgent`. */
  readonly signer?: WalletSigner;
  /** The setting SERVICE_BRAND of the service. It is part of the texts that wallets sign; default `Svc`. */
  readonly brand?: string;
  /** Time-out of a call in milliseconds; default 30,000, 0 for none. For a stream it applies only until the stream opens. */
  readonly timeoutMs?: number;
  /** Number of milliseconds without data after which a stream counts as disconnected; default 20,000. */
  readonly silenceMs?: number;
  /** HTTP headers that are sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Function that replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** Options of a call that opens a stream. A stream has no time-out for its whole duration. */
type StreamOptions = Pick<CallOptions, 'signal' | 'headers'>;

/** A new policy for an agent, with the options of the call. */
export type NewPolicy = { readonly policy: Policy } & CallOptions;

/**
 * The typed client of the service. Paths are those of the service's OpenAPI document (`/api/docs`) without `/api`. Every failed call throws
 * an `ApiError`.
 */
export type Coxswain = {
  get<P extends PathOf<'get'>>(path: P, ...args: CallArgs<P, 'get'>): Promise<DataOf<P, 'get'>>;
  post<P extends PathOf<'post'>>(path: P, ...args: CallArgs<P, 'post'>): Promise<DataOf<P, 'post'>>;
  put<P extends PathOf<'put'>>(path: P, ...args: CallArgs<P, 'put'>): Promise<DataOf<P, 'put'>>;
  patch<P extends PathOf<'patch'>>(path: P, ...args: CallArgs<P, 'patch'>): Promise<DataOf<P, 'patch'>>;
  delete<P extends PathOf<'delete'>>(path: P, ...args: CallArgs<P, 'delete'>): Promise<DataOf<P, 'delete'>>;
  /** Iterates over all items of a list. The next page of the list is requested when its first item is needed. */
  each<P extends ListPath>(path: P, ...args: CallArgs<P, 'get'>): AsyncIterable<ItemOf<P>>;
  /** Sends a GET request and returns the body of the reply as a stream, for replies that are not JSON, such as snapshots. */
  open<P extends PathOf<'get'>>(path: P, ...args: CallArgs<P, 'get'>): Promise<ReadableStream<Uint8Array>>;

  /** Adds `wallet`, `timestamp` and `signature` to a body and posts it. An `id` in the path is also signed. */
  signed<P extends SignedPath>(path: P, call: SignedCallOf<P>): Promise<DataOf<P, 'post'>>;
  /** Checks, signs and records a policy. The reply contains the transactions that the wallet must send next. */
  createAgent(agent: NewPolicy & { readonly depositAmount?: string }): Promise<DataOf<'/defi/autopilot/create', 'post'>>;
  /**
   * Checks, signs and records a new policy of an existing agent.
   * @param agent.id the id of the agent's record
   * @param agent.agentId the agent's number on chain; null for an agent that trades with simulated money
   */
  updateAgent(
    agent: NewPolicy & { readonly id: string; readonly agentId: number | null },
  ): Promise<DataOf<'/defi/autopilot/update/{id}', 'post'>>;

  /** Requests quotes and streams each one as soon as its provider has answered. */
  quotes(query: QuoteQuery, options?: StreamOptions): QuoteStream;
  /**
   * Streams the events of actors, for operators. After a lost connection, the stream continues after the last received event. The stream
   * has no end of its own; it ends when the caller leaves the loop.
   */
  feed(filters?: CallOf<'/operator/feed', 'get'>['query'], options?: StreamOptions & { lastEventId?: string }): AsyncIterable<FeedEvent>;
  /** Streams the events of any route that answers with server-sent events, until the service ends the stream. */
  events<P extends StreamPath>(
    path: P,
    ...args: CallArgs<P, StreamMethod<P> & Method>
  ): AsyncIterable<StreamEvent & { readonly data: FrameOf<P> }>;
};

const TIMEOUT_MS = 30_000;
const SILENCE_MS = 20_000;

/** The name of the action that a wallet signs, for each path with a signed body. */
const ACTIONS: Readonly<Record<SignedPath, string>> = {
  '/defi/autopilot/create': 'autopilot-create',
  '/defi/autopilot/update/{id}': 'autopilot-update',
  '/defi/autopilot/pause/{id}': 'autopilot-pause',
  '/defi/autopilot/resume/{id}': 'autopilot-resume',
  '/defi/save-sca': 'save-sca',
};

/** The paths of the event streams that are requested by POST. The type makes the compiler report a path that is missing here. */
const STREAMS_BY_POST: Readonly<Record<PostStreamPath, true>> = {
  '/defi/autopilot/backtest': true,
  '/defi/autopilot/backtest/report': true,
  '/defi/autopilot/backtest/sweep': true,
  '/operator/bulk': true,
  '/v1/assistant/message/stream': true,
};

/**
 * Creates a client of one service, for Bun, Node 20 and browsers.
 *
 * @example
 * const coxswain = createCoxswain({ baseUrl: 'http://127.0.0.1:5000/api', signer: privateKeyToAccount(key) });
 * const tokens = await coxswain.get('/common/token/{chainId}', { path: { chainId: 31337 } });
 * const positions = await coxswain.get('/defi/get-position', { query: { walletAddress } });
 * for await (const quote of coxswain.quotes({ type: 'swap', fromChainId: 31337, toChainId: 31337, fromToken, toToken, amount: 100 }))
 * show(quote);
 * await coxswain.signed('/defi/autopilot/pause/{id}', { path: { id: agent._id } });
 */
export function createCoxswain(options: CoxswainOptions): Coxswain {
  const { baseUrl, token, brand = 'Svc', timeoutMs = TIMEOUT_MS, silenceMs = SILENCE_MS } = options;
  const headers = { ...options.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const caller = createCaller({ baseUrl, headers, timeoutMs, fetch: options.fetch });
  const listening = (call: StreamOptions | undefined): Listening => ({ signal: call?.signal, silenceMs });
  const wallet = walletOf(options.signer);

  const dataBy =
    (method: Method) =>
    // The result's type depends on the route and is declared by the type `Coxswain`, so it is cast to `never` here.
    async (path: string, call?: AnyCall) =>
      (await caller.call(method, path, call)).data as never;

  const signed: Coxswain['signed'] = async (path, call) => {
    const { body, path: inPath, ...more }: AnyCall = call;
    const id = inPath?.id;
    const payload = { ...(id === undefined ? {} : { agentId: id }), ...(typeof body === 'object' ? body : {}) };
    const { address, sign } = await wallet();
    const signedBody = await signRequest({ action: ACTIONS[path], payload, wallet: address, sign, brand });
    return await dataBy('post')(path, { ...more, ...(inPath === undefined ? {} : { path: inPath }), body: signedBody });
  };

  /**
   * Requests a preview of `policy`, and throws an error when the previewed policy differs from it. Returns the policy exactly as the
   * service hashes it, together with the wallet's signature of the policy.
   */
  const agreed = async ({ policy, agent, ...call }: NewPolicy & { agent: number | 'new' }) => {
    const body: BodyOf<'/defi/autopilot/preview', 'post'> = { policyDraft: policy };
    const preview: DataOf<'/defi/autopilot/preview', 'post'> = await dataBy('post')('/defi/autopilot/preview', { ...call, body });
    const { policyHash } = preview;
    if (canonicalJson(preview.policy).toLowerCase() !== canonicalJson(policy).toLowerCase()) {
      throw new Error('The service returned a policy that differs from the policy that was sent. Nothing was signed');
    }
    const { sign } = await wallet();
    const policySignature = await sign(policyMessage({ brand, policyHash, agent, chainId: policy.chainId }));
    return { policy: preview.policy, policyHash, policySignature };
  };

  return {
    ...{ get: dataBy('get'), post: dataBy('post'), put: dataBy('put'), patch: dataBy('patch'), delete: dataBy('delete') },
    each: (path, ...[call]) => pagesOf(caller, path, call),
    open: (path, ...[call]) => caller.open('get', path, call),
    signed,
    async createAgent({ policy, depositAmount, ...call }) {
      const document = await agreed({ policy, agent: 'new', ...call });
      return await signed('/defi/autopilot/create', {
        ...call,
        body: { ...document, ...(depositAmount === undefined ? {} : { depositAmount }) },
      });
    },
    async updateAgent({ policy, id, agentId, ...call }) {
      const document = await agreed({ policy, agent: agentId ?? 'new', ...call });
      return await signed('/defi/autopilot/update/{id}', { ...call, path: { id }, body: document });
    },
    quotes: (query, call) => quoteStream(opened(() => caller.open('get', '/defi/quotes', { ...call, query }), listening(call))),
    feed: (query, call = {}) => feedOf(caller, query, call, listening(call)),
    events(path, ...[call]) {
      const method = Object.hasOwn(STREAMS_BY_POST, path) ? 'post' : 'get';
      return opened(() => caller.open(method, path, call), listening(call)) as AsyncIterable<StreamEvent & { data: never }>;
    },
  };
}

/** Returns a function that opens the signer's wallet on its first call, and returns the same wallet on later calls. */
function walletOf(signer: WalletSigner | undefined): () => Promise<Wallet> {
  let opened: Promise<Wallet> | null = null;
  return () => {
    if (signer === undefined) return Promise.reject(new TypeError('This call needs a signature: pass `signer` to createCoxswain'));
    opened ??= openWallet(signer);
    return opened;
  };
}

async function* opened(open: () => Promise<ReadableStream<Uint8Array>>, listening: Listening): AsyncGenerator<StreamEvent> {
  yield* eventsIn(await open(), listening);
}

async function* feedOf(
  caller: Caller,
  query: object | undefined,
  call: StreamOptions & { lastEventId?: string },
  listening: Listening,
): AsyncGenerator<FeedEvent> {
  const { lastEventId, headers, ...more } = call;
  const open = (last: string | null) => {
    const all = { ...headers, ...(last === null ? {} : { 'last-event-id': last }) };
    return caller.open('get', '/operator/feed', { ...more, query: { ...query }, headers: all });
  };
  for await (const { id, data } of follow({ open, lastEventId, ...listening })) {
    yield { ...(data as FrameOf<'/operator/feed'>), position: id };
  }
}

async function* pagesOf<P extends ListPath>(caller: Caller, path: P, call: AnyCall | undefined): AsyncGenerator<ItemOf<P>> {
  let query = call?.query ?? {};
  while (true) {
    const { data, headers } = await caller.call('get', path, { ...call, query });
    if (Array.isArray(data)) yield* data as ItemOf<P>[];
    const cursor = headers.get('x-next-cursor');
    if (cursor === null) return;
    query = { ...query, cursor };
  }
}
