import type { Database } from 'bun:sqlite';

const TYPE = 0;
const STATUS = 1;
const TOPIC = 2;
const KEY = 3;

/**
 * Maps types, statuses, trigger topics and index keys to small numbers, so that rows and indexes are short. Numbers begin with 1 and are
 * never reused.
 */
export type Names = {
  typeNo(type: string): number;
  statusNo(status: string | null): number | null;
  topicNo(topic: string): number;
  /**
   * Returns the number of an index key. `keyColumn` derives the key's column name from it. For a new key, its column and index are created
   * here.
   */
  keyNo(name: string): number;
  /** Clears the cache of names. The function must be called after a rollback, which removes the names that the transaction has added. */
  forget(): void;
};

/** Creates the names for the writer, for use within its transaction. An unknown name gets a new number. */
export function createNames(db: Database): Names {
  const insert = db.prepare('INSERT INTO names (kind, text) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const select = db.prepare('SELECT no FROM names WHERE kind = ? AND text = ?');
  const known = [TYPE, STATUS, TOPIC, KEY].map(() => new Map<string, number>());

  function numberOf(kind: typeof TYPE | typeof STATUS | typeof TOPIC | typeof KEY, text: string): number {
    const before = known[kind]?.get(text);
    if (before !== undefined) return before;
    const { changes } = insert.run(kind, text);
    const no = Number(select.values(kind, text)[0]?.[0]);
    if (kind === KEY && changes === 1) addKeyColumn(db, no);
    known[kind]?.set(text, no);
    return no;
  }
  return {
    typeNo: (type) => numberOf(TYPE, type),
    statusNo: (status) => (status === null ? null : numberOf(STATUS, status)),
    topicNo: (topic) => numberOf(TOPIC, topic),
    keyNo: (name) => numberOf(KEY, name),
    forget: () => {
      for (const names of known) names.clear();
    },
  };
}

/** Returns an index key's column name in `actors`. */
export function keyColumn(no: number): string {
  return `k${no}`;
}

/** The column is declared without a type, so that SQLite returns numbers as numbers and strings as strings. */
export function addKeyColumn(db: Database, no: number): void {
  db.run(`ALTER TABLE actors ADD COLUMN ${keyColumn(no)}`);
  addKeyIndex(db, no);
}

export function addKeyIndex(db: Database, no: number): void {
  const column = keyColumn(no);
  db.run(`CREATE INDEX actors_${column} ON actors (${column}, type_no, created_at) WHERE ${column} IS NOT NULL`);
}

/**
 * Upgrades a file of an older version, in which index keys had fixed columns: an existing column is renamed to the column of the key with
 * this name.
 */
export function nameKeyColumn(db: Database, column: string, name: string): void {
  const no = Number(db.query('INSERT INTO names (kind, text) VALUES (?, ?) RETURNING no').values(KEY, name)[0]?.[0]);
  db.run(`ALTER TABLE actors RENAME COLUMN ${column} TO ${keyColumn(no)}`);
  addKeyIndex(db, no);
}

/**
 * All current actor types, statuses and index keys, for code that reads the store. There are only a few of them, and reading them takes
 * only some microseconds.
 */
export type KnownNames = {
  readonly types: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<string, number>;
  readonly keys: ReadonlyMap<string, number>;
};

export function createNameReader(db: Database): () => KnownNames {
  const select = db.prepare(`SELECT kind, no, text FROM names WHERE kind <> ${TOPIC} ORDER BY no`);
  return () => {
    const types = new Map<string, number>();
    const statuses = new Map<string, number>();
    const keys = new Map<string, number>();
    for (const [kind, no, text] of select.values())
      (kind === TYPE ? types : kind === STATUS ? statuses : keys).set(String(text), Number(no));
    return { types, statuses, keys };
  };
}

/**
 * Creates a reader of the numbers of topics (watched values, such as prices). Its result contains only topics that have a number: a topic
 * without a number has never been used by a stored trigger.
 */
export function createTopicReader(db: Database): (topics: Iterable<string>) => Map<string, number> {
  const select = db.prepare(`SELECT no FROM names WHERE kind = ${TOPIC} AND text = ?`);
  return (topics) => {
    const numbers = new Map<string, number>();
    for (const topic of topics) {
      const no = select.values(topic)[0]?.[0];
      if (no !== undefined) numbers.set(topic, Number(no));
    }
    return numbers;
  };
}
