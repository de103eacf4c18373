/** What of a request's context a watch may know: its id, and the pattern of its route once that is known. */
export type WatchedRequest = { readonly id: string; readonly route: string };

/** Whoever counts and traces requests. Nothing of it throws or waits. */
export type RequestWatch = {
  /** Runs what answers a request: what it logs and what it asks actors for can be known by it to be of this request. */
  within<T>(request: Request, context: WatchedRequest, answer: () => T): T;
  /** Called once for each request that `within` was called for, or that was refused without. A stream is answered when it begins. */
  answered(request: Request, context: WatchedRequest, status: number, ms: number): void;
  /** A stream of a route began; what comes back is called when it ends. */
  streamBegan(route: string): () => void;
};
