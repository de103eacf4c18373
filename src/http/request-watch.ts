/**
 * The data of a request that metrics and tracing receive: the request's id, and the path pattern of its route (`unmatched` until a route
 * matches).
 */
export type WatchedRequest = { readonly id: string; readonly route: string };

/** Counts and traces requests. Its methods neither throw errors nor wait. */
export type RequestWatch = {
  /** Runs the code that answers a request, and attributes to the request the log lines and the messages to actors that this code causes. */
  within<T>(request: Request, context: WatchedRequest, answer: () => T): T;
  /**
   * Called once for each request when it is answered, also for a request that was refused before `within` ran. A stream counts as answered
   * when it begins.
   */
  answered(request: Request, context: WatchedRequest, status: number, ms: number): void;
  /** Called when a stream of a route begins. The returned function must be called when the stream ends. */
  streamBegan(route: string): () => void;
};
