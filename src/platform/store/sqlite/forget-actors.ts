import type { Database } from 'bun:sqlite';

/**
 * Deletes actors within the writer's transaction, each only if `revision` is still the actor's current revision. Returns for each actor
 * whether it was deleted.
 */
export type ActorForgetter = (actors: readonly { readonly key: number; readonly revision: number }[]) => readonly boolean[];

/**
 * Creates the function that deletes actors. The row with the greatest key is not deleted: SQLite would reuse its number for the next actor,
 * and an old handle would then write to that actor. The deltas of a deleted actor are in rows that it shares with other actors, so they
 * remain there unused until retention removes the rows.
 */
export function createActorForgetter(db: Database): ActorForgetter {
  const greatest = db.prepare('SELECT max(key) FROM actors');
  const found = db.prepare(
    'SELECT a.type_no, a.status_no, a.health FROM actors a JOIN heads h ON h.key = a.key WHERE a.key = ? AND h.revision = ?',
  );
  const uncount = db.prepare('UPDATE counters SET count = count - 1 WHERE type_no = ? AND status_no = ? AND health = ?');
  const removals = ['fulls', 'heads', 'actors'].map((table) => db.prepare(`DELETE FROM ${table} WHERE key = ?`));

  return (actors) => {
    const newest = Number(greatest.values()[0]?.[0]);
    return actors.map(({ key, revision }) => {
      const row = key === newest ? undefined : found.values(key, revision)[0];
      if (row === undefined) return false;
      const [typeNo, statusNo, health] = row;
      uncount.run(Number(typeNo), Number(statusNo ?? 0), Number(health));
      for (const removal of removals) removal.run(key);
      return true;
    });
  };
}
