/** The data of a request that a watch receives: its id, and its route's pattern once matched. */
export type WatchedRequest = { readonly id: string; readonly route: string };

/** Counts and traces requests. Its methods neither throw nor wait. */
export type RequestWatch = {
  /** Runs the code that answers a request, so that its log lines and calls of actors are attributed to the request. */
  within<T>(request: Request, context: WatchedRequest, answer: () => T): T;
  /** Called once for each request, also for one that was refused without `within`. A stream counts as answered when it begins. */
  answered(request: Request, context: WatchedRequest, status: number, ms: number): void;
  /** Called when a stream of a route begins; the returned function is called when it ends. */
  streamBegan(route: string): () => void;
};
