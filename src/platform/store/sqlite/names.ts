import type { Database } from 'bun:sqlite';

const TYPE = 0;
const STATUS = 1;

/** Types and statuses as small numbers, so that rows and indexes are short. Numbers begin with 1 and are never given up. */
export type Names = {
  typeNo(type: string): number;
  statusNo(status: string | null): number | null;
  /** After a rollback: names given since may not be there any more. */
  forget(): void;
};

/** For the writer, within its transaction: an unknown name gets a number. */
export function createNames(db: Database): Names {
  const insert = db.prepare('INSERT INTO names (kind, text) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const select = db.prepare('SELECT no FROM names WHERE kind = ? AND text = ?');
  const known = [new Map<string, number>(), new Map<string, number>()];

  function numberOf(kind: typeof TYPE | typeof STATUS, text: string): number {
    const before = known[kind]?.get(text);
    if (before !== undefined) return before;
    insert.run(kind, text);
    const no = Number(select.values(kind, text)[0]?.[0]);
    known[kind]?.set(text, no);
    return no;
  }
  return {
    typeNo: (type) => numberOf(TYPE, type),
    statusNo: (status) => (status === null ? null : numberOf(STATUS, status)),
    forget: () => {
      for (const names of known) names.clear();
    },
  };
}

/** For readers: all names that there are now. They are few, and reading them costs some microseconds. */
export type KnownNames = { readonly types: ReadonlyMap<string, number>; readonly statuses: ReadonlyMap<string, number> };

export function createNameReader(db: Database): () => KnownNames {
  const select = db.prepare('SELECT kind, no, text FROM names ORDER BY no');
  return () => {
    const types = new Map<string, number>();
    const statuses = new Map<string, number>();
    for (const [kind, no, text] of select.values()) (kind === TYPE ? types : statuses).set(String(text), Number(no));
    return { types, statuses };
  };
}
