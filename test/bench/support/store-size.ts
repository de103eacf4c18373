import { Database } from 'bun:sqlite';
import { unpackText } from '../../../src/platform/store/packed-text.ts';
import { decodeEntry, ENTRY_END } from '../../../src/platform/store/sqlite/delta-entry.ts';

/** Number of stored items of one kind (such as pages of a table, or commits), and their total size in bytes. */
export type Amount = { readonly count: number; readonly bytes: number };
export type Amounts = ReadonlyMap<string, Amount>;

/** What a store's database file contains at one moment: number and size of its pages, commits and deltas. */
export type StoreSize = {
  /** Database pages in use, by table or index. */
  readonly pages: Amounts;
  /** Commits by actor type; `bytes` is the size of their deltas and whole records before compression. */
  readonly commits: Amounts;
  /** Sizes of the deltas before compression, by actor type and event. */
  readonly deltas: Amounts;
};

/** Reads which kinds of data the bytes of a SQLite store belong to, while a service has the store open. */
export function readStoreSize(path: string): StoreSize {
  const db = new Database(path, { readonly: true });
  try {
    db.run('BEGIN');
    const types = new Map<number, string>();
    const [pages, commits, deltas] = [new Map<string, Amount>(), new Map<string, Amount>(), new Map<string, Amount>()];
    for (const [name, count, bytes] of db.query('SELECT name, count(*), sum(pgsize) FROM dbstat GROUP BY name').values()) {
      pages.set(String(name), { count: Number(count), bytes: Number(bytes) });
    }
    const heads = db.query('SELECT h.key, n.text, h.revision FROM heads h JOIN names n ON n.no = h.type_no').values();
    for (const [key, type, revision] of heads) {
      types.set(Number(key), String(type));
      add(commits, String(type), Number(revision), 0);
    }
    for (const [body] of db.query('SELECT body FROM commits').values()) {
      for (const text of unpackText(body).split(ENTRY_END).filter(Boolean)) {
        const { key, delta } = decodeEntry(text);
        const type = types.get(key) ?? 'forgotten';
        const { e }: { readonly e: readonly string[] } = JSON.parse(delta);
        add(commits, type, 0, text.length);
        add(deltas, `${type} ${e[1]}`, 1, text.length);
      }
    }
    for (const [key, body] of db.query('SELECT key, body FROM fulls').values()) {
      add(commits, types.get(Number(key)) ?? 'forgotten', 0, unpackText(body).length);
    }
    return { pages, commits, deltas };
  } finally {
    db.close();
  }
}

/**
 * Returns how much each kind of data grew between two moments, divided by `per` (the number of orders or trades); the largest growth comes
 * first.
 */
export function growthOf(before: Amounts, after: Amounts, per: number): readonly (readonly [name: string, amount: Amount])[] {
  return [...after]
    .map(([name, { count, bytes }]) => {
      const old = before.get(name) ?? { count: 0, bytes: 0 };
      return [name, { count: (count - old.count) / per, bytes: Math.round((bytes - old.bytes) / per) }] as const;
    })
    .filter(([, { count, bytes }]) => count !== 0 || bytes !== 0)
    .sort(([, a], [, b]) => b.bytes - a.bytes);
}

export function sumOf(amounts: Amounts): Amount {
  let [count, bytes] = [0, 0];
  for (const one of amounts.values()) {
    count += one.count;
    bytes += one.bytes;
  }
  return { count, bytes };
}

function add(amounts: Map<string, Amount>, name: string, count: number, bytes: number): void {
  const before = amounts.get(name) ?? { count: 0, bytes: 0 };
  amounts.set(name, { count: before.count + count, bytes: before.bytes + bytes });
}
