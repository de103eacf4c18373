import { createFairQueue } from '../../../values/fair-queue.ts';

/** Limits the number of concurrent tasks, in total and per client. The waiting tasks of different clients are started in turn. */
export type Turns = {
  /**
   * Resolves when the client's task may start, with a function that must be called when the task has ended (a second call does nothing).
   * Resolves with null when the signal was aborted before the start.
   */
  take(client: string, signal: AbortSignal): Promise<(() => void) | null>;
};

export function createTurns(most: number, mostOfClient: number): Turns {
  const waiting = createFairQueue<() => void>();
  const byClient = new Map<string, number>();
  let working = 0;

  const mayGo = (client: string) => (byClient.get(client) ?? 0) < mostOfClient;

  function begin(client: string): () => void {
    working += 1;
    byClient.set(client, (byClient.get(client) ?? 0) + 1);
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      working -= 1;
      const left = (byClient.get(client) ?? 1) - 1;
      if (left === 0) byClient.delete(client);
      else byClient.set(client, left);
      if (working < most) waiting.next(mayGo)?.();
    };
  }

  return {
    take(client, signal) {
      if (signal.aborted) return Promise.resolve(null);
      // If fewer tasks run than the total limit allows, every waiting client has already reached its own limit. So the client's new task
      // can start at once without overtaking another client's task.
      if (working < most && mayGo(client)) return Promise.resolve(begin(client));
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const settle = (turn: (() => void) | null) => {
        waiting.remove(client, go);
        signal.removeEventListener('abort', leave);
        resolve(turn);
      };
      const go = () => settle(begin(client));
      const leave = () => settle(null);
      waiting.add(client, go);
      signal.addEventListener('abort', leave, { once: true });
      return promise;
    },
  };
}
