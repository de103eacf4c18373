import type { CommitBatch, CommitBatchResult } from './commit-batch.ts';
import type { ConnectionOptions } from './open-database.ts';
import type { SqliteFailure } from './sqlite-error.ts';
import type { RecordOperation, RecordOperationResult } from './write-records.ts';

/** The calls that the writer's thread accepts. They run one after the other, each in one transaction. */
export type WriterCalls = {
  commit: { in: CommitBatch; out: CommitBatchResult };
  records: { in: readonly RecordOperation[]; out: readonly RecordOperationResult[] };
  forget: { in: readonly { readonly key: number; readonly revision: number }[]; out: readonly boolean[] };
  prune: { in: { readonly beforeMs: number; readonly limit: number }; out: number };
  /** Copies the write-ahead log into the database file and closes the file. */
  close: { in: null; out: null };
};
export type WriterCall = keyof WriterCalls;

export type WriterRequest = {
  [Call in WriterCall]: { readonly call: Call; readonly id: number; readonly input: WriterCalls[Call]['in'] };
}[WriterCall];

export type WriterSetup = { readonly call: 'open'; readonly options: ConnectionOptions };

export type WriterReply =
  | { readonly id: number; readonly isDone: true; readonly output: WriterCalls[WriterCall]['out'] }
  | { readonly id: number; readonly isDone: false; readonly failure: SqliteFailure };
