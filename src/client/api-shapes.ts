import type { components, paths } from './api-types.generated.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Type of the API paths that have a route for an HTTP method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never }[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 202 | 204)] : never;
type ContentOf<O> = [Success<O>] extends [never] ? Record<never, never> : Success<O> extends { content: infer C } ? C : never;
type WithoutEnvelope<J> = J extends components['schemas']['Envelope'] & { data: infer D } ? D : J;

/** Type of a call's result: the `data` of the response envelope, or the whole reply of a route without an envelope. */
export type DataOf<P extends keyof paths, M extends Method> =
  ContentOf<Operation<P, M>> extends infer C ? (C extends { 'application/json': infer J } ? WithoutEnvelope<J> : unknown) : never;

/** Type of the request body that a route accepts. */
export type BodyOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;

/** Makes the type of path and query parameters that are strings accept numbers as well; the client converts the numbers to text. */
type Written<T> = { [K in keyof T]: string extends NonNullable<T[K]> ? T[K] | number : T[K] };

type PathPart<O> = O extends { parameters: { path: infer T } } ? { readonly path: Written<T> } : unknown;

type QueryPart<O> = O extends { parameters: { query: infer T } }
  ? { readonly query: Written<T> }
  : O extends { parameters: { query?: infer T } }
    ? [T & object] extends [never]
      ? unknown
      : { readonly query?: Written<T & object> }
    : unknown;

type BodyPart<O> = O extends { requestBody: { content: { 'application/json': infer T } } }
  ? { readonly body: T }
  : O extends { requestBody?: { content: { 'application/json': infer T } } }
    ? unknown extends T
      ? unknown
      : { readonly body?: T }
    : unknown;

/** Options of every call. */
export type CallOptions = {
  /** Signal with which the caller can abort the call. An aborted call throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time-out of this call in milliseconds, instead of the client's time-out. 0 disables the time-out. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

type PartsOf<P extends keyof paths, M extends Method> = PathPart<Operation<P, M>> & QueryPart<Operation<P, M>> & BodyPart<Operation<P, M>>;

/** The arguments `path`, `query` and `body` of a call, with the types that its route declares. */
export type CallOf<P extends keyof paths, M extends Method> = PartsOf<P, M> & CallOptions;

/** Type of the arguments after the path. The object with the other arguments is optional when the call has no required field. */
export type CallArgs<P extends keyof paths, M extends Method> =
  Record<never, never> extends CallOf<P, M> ? [call?: CallOf<P, M>] : [call: CallOf<P, M>];

/** Paths of the routes that return lists in pages and accept `cursor`. */
export type ListPath = {
  [P in PathOf<'get'>]: paths[P] extends { get: { parameters: { query?: infer Q } } }
    ? 'cursor' extends keyof NonNullable<Q>
      ? DataOf<P, 'get'> extends readonly unknown[]
        ? P
        : never
      : never
    : never;
}[PathOf<'get'>];

export type ItemOf<P extends ListPath> = DataOf<P, 'get'> extends readonly (infer Item)[] ? Item : never;

type StreamPathBy<M extends Method> = {
  [P in PathOf<M>]: 'text/event-stream' extends keyof ContentOf<Operation<P, M>> ? P : never;
}[PathOf<M>];

/** Paths of the routes that answer with server-sent events. */
export type StreamPath = StreamPathBy<'get'> | PostStreamPath;

/** Paths of the event streams that are requested by POST. */
export type PostStreamPath = StreamPathBy<'post'>;

export type StreamMethod<P extends StreamPath> = P extends PathOf<'get'> ? 'get' : 'post';

/** Type of the data in the events of a stream. */
export type FrameOf<P extends StreamPath> =
  ContentOf<Operation<P, StreamMethod<P>>> extends { 'text/event-stream': infer Frame } ? Frame : never;

type Signature = 'wallet' | 'timestamp' | 'signature';

/** Paths of the routes whose body must be signed by a wallet. The types of these bodies contain the fields of a signature. */
export type SignedPath = {
  [P in PathOf<'post'>]: string extends keyof BodyOf<P, 'post'> ? never : Signature extends keyof BodyOf<P, 'post'> ? P : never;
}[PathOf<'post'>];

/** The arguments of a signed call. The body contains the signed payload, without the fields of the signature. */
export type SignedCallOf<P extends SignedPath> = PathPart<Operation<P, 'post'>> & {
  readonly body?: Partial<Omit<BodyOf<P, 'post'>, Signature>>;
} & CallOptions;

export type Token = DataOf<'/common/token/{chainId}', 'get'>[number];
export type Network = DataOf<'/common/network', 'get'>[number];
export type DcaRecord = DataOf<'/defi/get-position', 'get'>[number];
export type DcaFill = DataOf<'/defi/dca-fills', 'get'>[number];
export type Trade = DataOf<'/defi/txn/{walletAddress}', 'get'>[number];
export type BuiltSwap = DataOf<'/defi/swap/{id}', 'get'>;
export type Policy = BodyOf<'/defi/autopilot/preview', 'post'>['policyDraft'];
export type Agent = DataOf<'/defi/autopilot/list/{wallet}', 'get'>[number];
export type Quote = FrameOf<'/defi/quotes'>;
export type QuoteQuery = CallOf<'/defi/quotes', 'get'>['query'];
export type FeedEvent = FrameOf<'/operator/feed'> & {
  /**
   * The event's id. A caller passes it as `lastEventId` to receive the events after this event. Null when the stream cannot be continued
   * from this event.
   */
  readonly position: string | null;
};

/** The last event of a quote stream: the outcome of each provider. */
export type QuoteEnd = {
  readonly count: number;
  readonly providers: readonly { readonly aggregator: string; readonly ok: boolean; readonly ms: number; readonly reason?: string }[];
};
