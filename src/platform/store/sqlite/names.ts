import type { Database } from 'bun:sqlite';

const TYPE = 0;
const STATUS = 1;
const TOPIC = 2;

/** Types, statuses and topics of triggers as small numbers, so that rows and indexes are short. Numbers begin with 1 and are never given up. */
export type Names = {
  typeNo(type: string): number;
  statusNo(status: string | null): number | null;
  topicNo(topic: string): number;
  /** After a rollback: names given since may not be there any more. */
  forget(): void;
};

/** For the writer, within its transaction: an unknown name gets a number. */
export function createNames(db: Database): Names {
  const insert = db.prepare('INSERT INTO names (kind, text) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const select = db.prepare('SELECT no FROM names WHERE kind = ? AND text = ?');
  const known = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];

  function numberOf(kind: typeof TYPE | typeof STATUS | typeof TOPIC, text: string): number {
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
    topicNo: (topic) => numberOf(TOPIC, topic),
    forget: () => {
      for (const names of known) names.clear();
    },
  };
}

/** For readers: all types and statuses that there are now. They are few, and reading them costs some microseconds. */
export type KnownNames = { readonly types: ReadonlyMap<string, number>; readonly statuses: ReadonlyMap<string, number> };

export function createNameReader(db: Database): () => KnownNames {
  const select = db.prepare(`SELECT kind, no, text FROM names WHERE kind < ${TOPIC} ORDER BY no`);
  return () => {
    const types = new Map<string, number>();
    const statuses = new Map<string, number>();
    for (const [kind, no, text] of select.values()) (kind === TYPE ? types : statuses).set(String(text), Number(no));
    return { types, statuses };
  };
}

/** For readers: the number of each of these topics that any trigger was ever stored with. */
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
