import type { components, paths } from './api-types.generated.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths with a route for a method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never }[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 202 | 204)] : never;
type ContentOf<O> = [Success<O>] extends [never] ? Record<never, never> : Success<O> extends { content: infer C } ? C : never;
type WithoutEnvelope<J> = J extends components['schemas']['Envelope'] & { data: infer D } ? D : J;

/** The result of a call: the envelope's payload, or the whole reply of a route without an envelope. */
export type DataOf<P extends keyof paths, M extends Method> =
  ContentOf<Operation<P, M>> extends infer C ? (C extends { 'application/json': infer J } ? WithoutEnvelope<J> : unknown) : never;

/** The body that a route accepts. */
export type BodyOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;

/** Allows numbers where a path or a query has strings; the numbers are converted. */
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
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Time-out of this call in milliseconds, instead of the client's time-out. 0 disables it. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

type PartsOf<P extends keyof paths, M extends Method> = PathPart<Operation<P, M>> & QueryPart<Operation<P, M>> & BodyPart<Operation<P, M>>;

/** The parts of a call that its route defines: `path`, `query` and `body`. */
export type CallOf<P extends keyof paths, M extends Method> = PartsOf<P, M> & CallOptions;

/** The second argument of a call; optional when the call has no required member. */
export type CallArgs<P extends keyof paths, M extends Method> =
  Record<never, never> extends CallOf<P, M> ? [call?: CallOf<P, M>] : [call: CallOf<P, M>];

/** Lists with pages, which accept `cursor`. */
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

/** Routes that answer with server-sent events. */
export type StreamPath = StreamPathBy<'get'> | StreamPathBy<'post'>;

export type StreamMethod<P extends StreamPath> = P extends PathOf<'get'> ? 'get' : 'post';

/** The data of a stream's frames. */
export type FrameOf<P extends StreamPath> =
  ContentOf<Operation<P, StreamMethod<P>>> extends { 'text/event-stream': infer Frame } ? Frame : never;

type Signature = 'wallet' | 'timestamp' | 'signature';

/** Routes whose body a wallet signs. Their bodies have the members that a signature adds. */
export type SignedPath = {
  [P in PathOf<'post'>]: string extends keyof BodyOf<P, 'post'> ? never : Signature extends keyof BodyOf<P, 'post'> ? P : never;
}[PathOf<'post'>];

/** The parts of a signed call. The body is the signed payload, without the signature. */
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
   * Position from which a later call resumes the feed after this event: pass it as `lastEventId`. Null when the feed cannot resume here.
   */
  readonly position: string | null;
};

/** The last frame of a quote stream: the result of each provider. */
export type QuoteEnd = {
  readonly count: number;
  readonly providers: readonly { readonly aggregator: string; readonly ok: boolean; readonly ms: number; readonly reason?: string }[];
};
