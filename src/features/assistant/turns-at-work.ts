/** The turns for which this node prepares and stores an answer. Several effects of a turn can overlap for a moment. */
export type TurnsAtWork = {
  /** Returns a function that ends the work. */
  readonly begin: (key: string) => () => void;
  readonly has: (key: string) => boolean;
  /** Resolves when no work on the turn is left; null when there is none now. */
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
