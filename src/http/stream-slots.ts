import { OverloadError } from '../values/errors/overload-error.ts';

/** Limits the open streams of unauthenticated clients, because each stream costs a connection, timers and the work of its source. */
export type StreamSlots = {
  /**
   * Counts a new stream of a client. The stream counts as open until the returned function is called; a second call of that function has no
   * effect.
   * @throws OverloadError 429 `too-many-streams` for one client, 503 `streams-full` for all clients together
   */
  take(client: string): () => void;
  open(): number;
};

/**
 * Creates the limit of open streams.
 * @param bounds maximum numbers of streams, in total and per client; 0 for no limit
 */
export function createStreamSlots(bounds: { readonly inAll: number; readonly perClient: number }): StreamSlots {
  const { inAll, perClient } = bounds;
  const byClient = new Map<string, number>();
  let open = 0;
  return {
    take(client) {
      const own = byClient.get(client) ?? 0;
      if (perClient > 0 && own >= perClient) {
        const message = `A client may have at most ${perClient} event streams open at the same time. Close a stream before you open another one.`;
        throw new OverloadError({ code: 'too-many-streams', status: 429, message, details: { limit: perClient } });
      }
      if (inAll > 0 && open >= inAll) {
        const message = 'This node has reached its limit of open streams. Try again later, or use another node.';
        throw new OverloadError({ code: 'streams-full', message, details: { limit: inAll } });
      }
      open += 1;
      byClient.set(client, own + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        open -= 1;
        const left = (byClient.get(client) ?? 1) - 1;
        if (left === 0) byClient.delete(client);
        else byClient.set(client, left);
      };
    },
    open: () => open,
  };
}
