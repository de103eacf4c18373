import type { Database } from 'bun:sqlite';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { countOutboxEntries } from './count-outbox.ts';
import { nameKeyColumn } from './names.ts';

/** Version of the schema; must be increased with every change of the tables below. */
export const SCHEMA_VERSION = 5;

/**
 * Reasons for this schema (measurements: `docs/measurements.md`):
 *
 * - A step rewrites one narrow row of `heads`, by an integer key, and no other existing row. The values that queries filter by are in
 * `actors`, which is written only when one of those values changes. Each index key has its own column (`k` and its number in `names`), with
 * an index, created by the first commit that uses the key.
 * - The deltas of one group commit are stored in `commits` together, as compressed ASCII text (`packed-text.ts`) of some 16 KB per row.
 * Each entry begins with the position of the actor's previous entry, so no index by revision is needed. The entry of a commit that lost its
 * compare-and-set stays in the text, but nothing refers to it.
 * - `triggers` is a single index without a separate table: a commit that changes an actor's triggers lists the rows to remove, so no row is
 * searched by actor. Only such commits write to it.
 * - `counters` and `outbox_total` store the totals that a count of all actors would return. They are updated in the same transaction as the
 * commits: some rows for each group of commits, and none for a group that changes no total.
 * - Every 16th revision is a full record in `fulls`, so a load reads one full record and at most 15 deltas. `last_seq, last_off, last_len`
 * in `heads` is the newest delta (used while the newest full record is older); in `fulls` it is the delta of the revision before the row's
 * own.
 */
const TRIGGERS = `
CREATE TABLE triggers (
  type_no INTEGER NOT NULL, topic_no INTEGER NOT NULL, op INTEGER NOT NULL, value REAL NOT NULL, key INTEGER NOT NULL, shard INTEGER NOT NULL,
  PRIMARY KEY (type_no, topic_no, op, value, key)
) WITHOUT ROWID;
`;

const OUTBOX_TOTAL = `
CREATE TABLE outbox_total (entries INTEGER NOT NULL);
INSERT INTO outbox_total VALUES (0);
`;

const TABLES = `
CREATE TABLE names (no INTEGER PRIMARY KEY, kind INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (kind, text));
CREATE TABLE actors (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, type_no INTEGER NOT NULL, status_no INTEGER, health INTEGER NOT NULL, created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX actors_id ON actors (id);
CREATE INDEX actors_type ON actors (type_no, created_at);
CREATE INDEX actors_status ON actors (type_no, status_no, created_at);
CREATE INDEX actors_unhealthy ON actors (health, created_at) WHERE health <> 0;
CREATE TABLE heads (
  key INTEGER PRIMARY KEY, revision INTEGER NOT NULL, type_no INTEGER NOT NULL, shard INTEGER NOT NULL, wake_at INTEGER,
  last_seq INTEGER NOT NULL, last_off INTEGER NOT NULL, last_len INTEGER NOT NULL, full_row INTEGER NOT NULL
);
CREATE INDEX heads_wake ON heads (type_no, wake_at) WHERE wake_at IS NOT NULL;
CREATE TABLE commits (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE fulls (
  row INTEGER PRIMARY KEY, key INTEGER NOT NULL, revision INTEGER NOT NULL,
  last_seq INTEGER NOT NULL, last_off INTEGER NOT NULL, last_len INTEGER NOT NULL, body TEXT NOT NULL
);
CREATE UNIQUE INDEX fulls_revision ON fulls (key, revision);
CREATE TABLE counters (
  type_no INTEGER NOT NULL, status_no INTEGER NOT NULL, health INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (type_no, status_no, health)
) WITHOUT ROWID;
${TRIGGERS}${OUTBOX_TOTAL}`;

/**
 * The upgrades from each version to the next, starting with version 1. A file of version 1 has no records with triggers, so no data needs
 * to be filled in.
 */
const UPGRADES: readonly ((db: Database) => void)[] = [
  (db) => db.run(TRIGGERS),
  (db) => {
    db.run(OUTBOX_TOTAL);
    db.query('UPDATE outbox_total SET entries = ?').run(countOutboxEntries(db));
  },
  (db) => {
    db.run('DROP INDEX IF EXISTS actors_wallet');
    db.run('DROP INDEX IF EXISTS actors_chain');
    nameKeyColumn(db, 'wallet', 'wallet');
    nameKeyColumn(db, 'chain_id', 'chainId');
  },
  // From version 5 on, texts may be compressed, and deltas may contain partial changes of a value. Older rows remain valid, so this upgrade
  // changes nothing.
  () => {},
];

/** Creates the tables in an empty file, or upgrades those of an older version. @throws TerminalError `store-not-ours`, `store-too-new` */
export function prepareSchema(db: Database, path: string): void {
  if (versionOf(db) === SCHEMA_VERSION) return;
  db.transaction(() => {
    // The version is read again under the lock, since another process may have upgraded the file.
    const version = versionOf(db);
    if (version > SCHEMA_VERSION) {
      throw new TerminalError({
        code: 'store-too-new',
        message: `${path} was written by a newer version of this program (schema ${version}; this version knows ${SCHEMA_VERSION}). Run the newer version.`,
      });
    }
    if (version === SCHEMA_VERSION) return;
    if (version === 0 ? hasTable(db, '%') : !hasTable(db, 'heads')) {
      throw new TerminalError({ code: 'store-not-ours', message: `${path} is a database of another program.` });
    }
    if (version === 0) db.run(TABLES);
    else for (const upgrade of UPGRADES.slice(version - 1)) upgrade(db);
    db.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  }).immediate();
}

/**
 * Whether `prepareSchema` would change the tables of a file that contains actors. During such a change, no process of an older program
 * version may have the file open, because it supports only the old tables.
 */
export function isOlder(db: Database): boolean {
  const version = versionOf(db);
  return version > 0 && version < SCHEMA_VERSION && hasTable(db, 'heads');
}

function hasTable(db: Database, name: string): boolean {
  return db.query('SELECT 1 FROM sqlite_schema WHERE name LIKE ? LIMIT 1').values(name).length > 0;
}

function versionOf(db: Database): number {
  return Number(db.query('PRAGMA user_version').values()[0]?.[0]);
}
