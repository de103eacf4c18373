/**
 * The turns (users' messages) for which this node is preparing and storing an answer. Two attempts to answer the same turn can overlap for
 * a moment.
 */
export type TurnsAtWork = {
  /** Records that work on a turn (the answer to a user's message) begins. Returns the function to call when that work ends. */
  readonly begin: (key: string) => () => void;
  readonly has: (key: string) => boolean;
  /** Resolves when this node no longer works on the turn (the answer to a user's message); null when it does not work on the turn now. */
  readonly ended: (key: string) => Promise<void> | null;
};

export function createTurnsAtWork(): TurnsAtWork {
  const turns = new Map<string, { count: number; readonly atEnd: (() => void)[] }>();

  return {
    begin(key) {
      const turn = turns.get(key) ?? { count: 0, atEnd: [] };
      turn.count += 1;
      turns.set(key, turn);
      return () => {
        turn.count -= 1;
        if (turn.count > 0) return;
        turns.delete(key);
        for (const run of turn.atEnd) run();
      };
    },
    has: (key) => turns.has(key),
    ended(key) {
      const turn = turns.get(key);
      return turn === undefined ? null : new Promise((resolve) => turn.atEnd.push(resolve));
    },
  };
}
