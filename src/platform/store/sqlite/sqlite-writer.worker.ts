import type { Database } from 'bun:sqlite';
import { type ActorForgetter, createActorForgetter } from './forget-actors.ts';
import { createLogLimit, type LogLimit } from './log-limit.ts';
import { createNames, type Names } from './names.ts';
import { type ConnectionOptions, openForWriting } from './open-database.ts';
import { type OpenedFiles, openedFiles } from './opened-files.ts';
import { createHistoryPruner, type HistoryPruner } from './prune-history.ts';
import { failureOf, isCuredByReopening, isHeldByOther } from './sqlite-error.ts';
import { type CommitWriter, createCommitWriter } from './write-commits.ts';
import { sizeOf, writeRecords } from './write-records.ts';
import type { WriterCalls, WriterReply, WriterRequest, WriterSetup } from './writer-message.ts';

declare const self: Worker;

/**
 * The writer's thread, the only one in this process that writes to the file. Every request gets exactly one reply, in order. A failed
 * request has no effect and does not affect the next one.
 */
type Writer = {
  readonly db: Database;
  readonly files: OpenedFiles;
  readonly limitLog: LogLimit;
  /**
   * How long a write waits while another process has locked the file: the configured time (`as told`), or the short time `HARDLY_MS`
   * (`hardly`).
   */
  patience: 'as told' | 'hardly';
  readonly names: Names;
  readonly commit: CommitWriter;
  readonly prune: HistoryPruner;
  readonly forget: ActorForgetter;
};

/**
 * The shorter waiting time in ms. It is used after another process has locked the file for the whole configured time, until that process
 * releases the lock.
 */
const HARDLY_MS = 100;

/** Maximum count of numbers in the message with the commits of a small transaction. One commit has about seven (see `CommitBatch`). */
const SMALL_COMMIT = 32;
/** Maximum number of operations on records in a small transaction. */
const SMALL_RECORDS = 4;

let options: ConnectionOptions | null = null;
let writer: Writer | null = null;

self.onmessage = ({ data }: MessageEvent<WriterSetup | WriterRequest>) => {
  if (data.call === 'open') {
    options = data.options;
    return;
  }
  self.postMessage(reply(data));
};

function reply(request: WriterRequest): WriterReply {
  try {
    return { id: request.id, isDone: true, output: answer(request) };
  } catch (error) {
    return { id: request.id, isDone: false, failure: failureOf(error) };
  }
}

function answer(request: WriterRequest): WriterCalls[keyof WriterCalls]['out'] {
  if (request.call === 'close') return close();
  const open = opened();
  try {
    const output = inTransaction(open, request);
    wait(open, 'as told');
    return output;
  } catch (error) {
    const { code } = failureOf(error);
    // The file was locked for the whole configured time. From now on, each write waits only a short time: with the full time, the queued
    // writes would wait one after another.
    if (isHeldByOther(code)) wait(open, 'hardly');
    if (isCuredByReopening(code)) reopenLater(open);
    throw error;
  }
}

function inTransaction(open: Writer, request: Exclude<WriterRequest, { call: 'close' }>) {
  const { db } = open;
  // The transaction must begin as IMMEDIATE. A transaction that begins as a reader cannot write after another process has written in the
  // meantime.
  db.run('BEGIN IMMEDIATE');
  try {
    open.limitLog(open.files.check(), isSmall(request));
    const output = written(open, request);
    db.run('COMMIT');
    return output;
  } catch (error) {
    // After an error because of a full disk, SQLite has already rolled back the transaction itself.
    if (db.inTransaction) db.run('ROLLBACK');
    open.names.forget();
    throw error;
  }
}

/** Whether a transaction contains only a few writes, as many as a few callers make at the same time. */
function isSmall(request: Exclude<WriterRequest, { call: 'close' }>): boolean {
  if (request.call === 'commit') return request.input.numbers.length <= SMALL_COMMIT;
  return request.call === 'records' && request.input.reduce((sum, operation) => sum + sizeOf(operation), 0) <= SMALL_RECORDS;
}

function wait(open: Writer, patience: Writer['patience']): void {
  if (open.patience === patience || options === null) return;
  open.patience = patience;
  open.db.run(`PRAGMA busy_timeout = ${patience === 'hardly' ? Math.min(HARDLY_MS, options.busyTimeoutMs) : options.busyTimeoutMs}`);
}

/**
 * Closes the connection, so that the next call opens the file again. If the database file has been moved, the connection is kept, because
 * its last writes may exist only in the write-ahead log that belongs to it.
 */
function reopenLater(open: Writer): void {
  if (!open.files.areThere()) return;
  writer = null;
  open.db.close();
}

function written({ db, commit, prune, forget }: Writer, request: Exclude<WriterRequest, { call: 'close' }>) {
  if (request.call === 'commit') return commit(request.input);
  if (request.call === 'records') return writeRecords(db, request.input);
  if (request.call === 'forget') return forget(request.input);
  return prune(request.input);
}

function opened(): Writer {
  if (writer !== null) return writer;
  if (options === null) throw new Error('the writer has no file');
  const db = openForWriting(options);
  const names = createNames(db);
  writer = {
    db,
    files: openedFiles(options.path),
    limitLog: createLogLimit(db),
    patience: 'as told',
    names,
    commit: createCommitWriter(db, names),
    prune: createHistoryPruner(db),
    forget: createActorForgetter(db),
  };
  return writer;
}

function close(): null {
  const { db } = writer ?? {};
  writer = null;
  db?.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db?.close();
  return null;
}
