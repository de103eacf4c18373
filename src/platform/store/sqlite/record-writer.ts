import { type RecordOperation, type RecordOperationResult, sizeOf } from './write-records.ts';
import type { WriterClient } from './writer-client.ts';

/** Number of documents after which a transaction takes no further operation. */
const MOST_DOCUMENTS = 500;

/**
 * Collects writes to collections while a transaction is being written, so that they share the next disk sync. The writes are made in the
 * order of the calls.
 */
export type RecordWriter = {
  /** Runs an operation. Resolves when its result is safely on disk. */
  run(operation: RecordOperation): Promise<RecordOperationResult>;
};

type Waiting = {
  readonly operation: RecordOperation;
  readonly resolve: (result: RecordOperationResult) => void;
  readonly reject: (error: unknown) => void;
};

export function createRecordWriter(writer: WriterClient): RecordWriter {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      let documents = 0;
      let operations = 0;
      for (const { operation } of waiting) {
        if (documents >= MOST_DOCUMENTS) break;
        documents += sizeOf(operation);
        operations += 1;
      }
      const batch = waiting.slice(0, operations);
      waiting = waiting.slice(operations);
      await write(batch);
    }
    isWriting = false;
  }

  return {
    run: (operation) =>
      new Promise((resolve, reject) => {
        waiting.push({ operation, resolve, reject });
        // The transaction is started at the end of the current turn of the event loop, so that consecutive calls are written together.
        if (!isWriting) {
          isWriting = true;
          queueMicrotask(() => void drain());
        }
      }),
  };

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await writer.call(
        'records',
        batch.map(({ operation }) => operation),
      );
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at];
        if (result === undefined) reject(new Error(`The writer answered ${results.length} results for ${batch.length} writes.`));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
