import type { Database } from 'bun:sqlite';
import type { Clock } from '../../../values/clock.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../../values/json.ts';
import { decodeIdCursor, idPage } from '../id-page.ts';
import { onceDone } from '../once-done.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { createDocumentReader, type DocumentText, filledPage, type OnWrongDocument } from '../record-document.ts';
import { planQuery } from '../record-query.ts';
import type { CollectionSpec, FindQuery, RecordCollection, RecordStore } from '../record-store.ts';
import { createCollectionSql } from './collection-sql.ts';
import { stateOfTable } from './declare-table.ts';
import { createRecordWriter, type RecordWriter } from './record-writer.ts';
import { storedText, textFromStored } from './stored-text.ts';
import { scalarOfColumn, type TableLayout, tableLayout } from './table-layout.ts';
import type { RecordOperationResult, SqlStatement } from './write-records.ts';
import type { WriterClient } from './writer-client.ts';

export type SqliteRecordStoreDeps = {
  readonly writer: WriterClient;
  readonly reading: <T>(read: (db: Database) => T) => Promise<T>;
  readonly clock: Clock;
  readonly onWrong?: OnWrongDocument | undefined;
};

type Reading = SqliteRecordStoreDeps['reading'];

/** Maximum number of expired documents that are removed together with one write. */
const EXPIRY_LIMIT = 500;
/** Maximum number of documents that one operation inserts. */
const MOST_ROWS = 500;
/** Minimum time in ms between two removals of expired documents of a collection. */
const EXPIRY_EVERY_MS = 10_000;

/**
 * Creates a record store in SQLite: a table for each collection, with a column for each indexed field. Writes go to the writer's
 * thread, many in one disk sync.
 */
export function createSqliteRecordStore({ writer, reading, clock, onWrong }: SqliteRecordStoreDeps): RecordStore {
  const records = createRecordWriter(writer);
  return {
    collection<T extends JsonObject>(spec: CollectionSpec) {
      return createCollection<T>(spec, createTable(spec.name, tableLayout(spec), records, reading), records, reading, { clock, onWrong });
    },
  };
}

type Table = {
  /** Creates the table of a collection, or updates it to the collection's layout. */
  readonly declared: () => Promise<void>;
  /**
   * Whether the collection has a table that can be read. An existing table is first updated to its layout. A collection without a table has
   * no documents. So reading it needs no write, and succeeds while the file refuses writes.
   */
  readonly canBeRead: () => Promise<boolean>;
};

function createTable(name: string, layout: TableLayout, records: RecordWriter, reading: Reading): Table {
  let isKnown = false;
  const state = () => reading((db) => stateOfTable(db, layout));
  const declared = onceDone(async () => {
    if ((await state()) === 'declared') return;
    const { isTaken } = await records.run({ kind: 'declare', layout });
    if (isTaken) throw taken(name);
  });
  return {
    declared,
    async canBeRead() {
      if (isKnown) return true;
      const found = await state();
      if (found === 'missing') return false;
      if (found === 'older') await declared();
      isKnown = true;
      return true;
    },
  };
}

function createCollection<T extends JsonObject>(
  spec: CollectionSpec,
  { declared, canBeRead }: Table,
  records: RecordWriter,
  reading: Reading,
  { clock, onWrong }: Pick<SqliteRecordStoreDeps, 'clock' | 'onWrong'>,
): RecordCollection<T> {
  const sql = createCollectionSql(spec);
  let expiredAtMs = Number.NEGATIVE_INFINITY;

  const select = async ({ sql: text, params }: SqlStatement) => {
    if (!(await canBeRead())) return [];
    return reading((db) => db.query(text).values(...params));
  };
  const reader = createDocumentReader<T>(spec, onWrong);
  const readable = (rows: readonly (readonly unknown[])[]) => reader.many(rows.map(documentText));
  const document = async (statement: SqlStatement) => {
    const [row] = await select(statement);
    return row === undefined ? null : reader.one(documentText(row));
  };

  async function write(statement: SqlStatement, lookups: readonly SqlStatement[] = []): Promise<RecordOperationResult> {
    await declared();
    const [result] = await Promise.all([records.run({ kind: 'write', ...statement, lookups }), removeExpired()]);
    if (result.isTaken) throw taken(spec.name);
    return result;
  }
  async function removeExpired(): Promise<void> {
    const nowMs = clock.now();
    if (spec.expiresAt === undefined || Math.abs(nowMs - expiredAtMs) < EXPIRY_EVERY_MS) return;
    expiredAtMs = nowMs;
    await records.run({ kind: 'write', ...sql.removeExpired(spec.expiresAt, nowMs, EXPIRY_LIMIT) });
  }

  async function page(query: FindQuery) {
    const plan = planQuery(spec, query);
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, plan.order.length + 1);
    const rows = await select(sql.page(plan, after, query.limit + 1));
    const found = rows.slice(0, query.limit);
    const last = found.at(-1);
    if (rows.length <= query.limit || last === undefined) return { rows: readable(found), cursor: null };
    return { rows: readable(found), cursor: encodeCursor([...last.slice(4).map(scalarOfColumn), Number(last[3])]) };
  }

  return {
    get: (id) => document(sql.byId(id)),
    async getMany(ids) {
      if (!(await canBeRead())) return [];
      return reading((db) => readable(ids.flatMap((id) => db.query(sql.byId(id).sql).values(storedText(id)))));
    },
    async insert(id, value) {
      const { changes, found } = await write(sql.insert(id, value), sql.holders(id, value));
      if (changes > 0) return { inserted: true };
      // The conflicting document was not found, so it must have been removed in the meantime. A second attempt can succeed.
      return found === null ? this.insert(id, value) : { inserted: false, exists: reader.one(documentText(found)) };
    },
    async insertMany(rows) {
      await declared();
      const statements = rows.map(({ id, value }) => sql.insert(id, value));
      const [first] = statements;
      if (first === undefined) return 0;
      // The statements differ only in their parameters. The rows are divided, because no other write gets between the rows of one operation.
      const writes = Array.from({ length: Math.ceil(statements.length / MOST_ROWS) }, (_, part) =>
        records.run({
          kind: 'write-rows',
          sql: first.sql,
          rows: statements.slice(part * MOST_ROWS, (part + 1) * MOST_ROWS).map(({ params }) => params),
        }),
      );
      const [results] = await Promise.all([Promise.all(writes), removeExpired()]);
      return results.reduce((sum, { changes }) => sum + changes, 0);
    },
    async put(id, value) {
      await write(sql.put(id, value));
    },
    update: async (id, rev, value) => (await write(sql.update(id, rev, value))).changes > 0,
    remove: async (id) => (await write(sql.remove(id))).changes > 0,
    removeWhere: async (where) => (await write(sql.removeWhere(planQuery(spec, { where })))).changes,
    find: async (query) => filledPage(query, page),
    findOne: async (where) => document(sql.page(planQuery(spec, { where }), null, 1)),
    count: async (where) => Number((await select(sql.count(planQuery(spec, { where }))))[0]?.[0] ?? 0),
    async scan({ limit, cursor }) {
      const rows = await select(sql.scan(cursor === undefined ? null : decodeIdCursor(cursor), limit + 1));
      const page = idPage(rows, limit, (row) => textFromStored(String(row[0])));
      return { ...page, rows: readable(page.rows) };
    },
  };
}

/** Converts a row with the columns id, rev and body to a document. */
function documentText(row: readonly unknown[]): DocumentText {
  return { id: textFromStored(String(row[0])), rev: Number(row[1]), text: String(row[2]) };
}

function taken(name: string): TerminalError {
  return new TerminalError({
    code: 'unique-key-taken',
    message: `The collection ${name} already contains another document with the same unique key.`,
    status: 409,
  });
}
