import type { AnyBulkWriteOperation } from 'mongodb';
import type { ActorCommit, CommitResult } from '../../../runtime/record/actor-store.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { ActorCollections } from './actor-collections.ts';
import {
  type HeadDocument,
  type HistoryDocument,
  headDocument,
  historyDocument,
  historyKey,
  isMongoHandle,
  type MongoHandle,
  tokenFilter,
} from './actor-document.ts';
import { heldAlready } from './mongo-error.ts';
import { sortableText } from './sortable-text.ts';

/** One commit in encoded form. `before` is the handle of the revision before the commit; null when the commit creates the actor. */
type Attempt = {
  readonly commit: ActorCommit;
  readonly handle: MongoHandle;
  readonly head: HeadDocument;
  readonly before: { readonly revision: number; readonly token: string | null; readonly entry: HistoryDocument } | null;
};

/**
 * The maximum size of a record's text in bytes. MongoDB accepts no document above 16 MiB. The remaining bytes are for the other fields of
 * the document.
 */
const MOST_BODY_BYTES = 16_000_000;

/**
 * Writes commits without transactions, each actor separately:
 * 1. The old revision is copied to `history`. Its content is fixed, so a second writer finds the same entry there.
 * 2. The head (the actor's current document) is replaced if it still has that revision: this is the compare-and-set. The filter also
 * includes the token of that revision, since an actor may have been deleted and created again with the same id. A process that dies between
 * the two steps leaves a history entry for a revision that is still current. Therefore readers use only history entries with lower
 * revisions than the head. A majority of servers has step 1 in its journal before step 2 is sent, so no failover keeps the head and loses
 * the history entry. The server reports how many compare-and-sets of a bulk write succeeded, but not which. When some failed, the commit
 * tokens show which ones succeeded: the token of a successful commit is in the head or, when another commit has already followed, in the
 * history entry that this commit wrote.
 */
export function createActorCommitter({ actors, history }: ActorCollections, nextToken: () => string) {
  /** Encodes a commit. @throws TerminalError `invalid-commit` for a commit without a handle, or a commit that skips a revision */
  function encode(commit: ActorCommit): Attempt {
    const { previous, next, note, from = null } = commit;
    const token = nextToken();
    if (previous === null) {
      const events = [...new Set([...next.applied, note.event.id])].map(sortableText);
      const handle = { ref: next.id, token, events, note, from };
      return { commit, handle, head: headDocument(next, handle), before: null };
    }
    const left = commit.handle;
    if (next.revision !== previous.revision + 1) {
      throw invalidCommit(
        `The change of ${next.id} goes from revision ${previous.revision} to ${next.revision}, but each change must increase the revision by 1.`,
      );
    }
    if (!isMongoHandle(left)) throw invalidCommit(`The change of ${next.id} lacks the handle that this store returns with each record.`);
    const handle = { ref: next.id, token, events: [sortableText(note.event.id)], note, from: previous.snapshot.value };
    const before = { revision: previous.revision, token: left.token, entry: historyDocument(previous, leftAt(left, note.atMs)) };
    return { commit, handle, head: headDocument(next, handle), before };
  }

  async function write(attempts: readonly Attempt[]): Promise<CommitResult[]> {
    if (attempts.length === 0) return [];
    const entries = attempts.flatMap(({ before }) => before?.entry ?? []);
    if (entries.length > 0) await despiteDuplicates(() => history.insertMany(entries, { ordered: false }));
    const written = await despiteDuplicates(() => actors.bulkWrite(attempts.map(operationOf), { ordered: false }));
    const areAllWon = written !== null && written.insertedCount + written.matchedCount === attempts.length;
    const winners = areAllWon ? null : await findWinners(attempts);
    return attempts.map((attempt) => {
      if (winners !== null && !winners.has(attempt)) return 'conflict';
      attempt.commit.handle = attempt.handle;
      return 'won';
    });
  }

  async function findWinners(attempts: readonly Attempt[]): Promise<Set<Attempt>> {
    const ids = attempts.map(({ head }) => head._id);
    const heads = await actors.find({ _id: { $in: ids } }, { projection: { token: 1, revision: 1 } }).toArray();
    const headById = new Map(heads.map((head) => [head._id, head]));
    const isCurrent = ({ head }: Attempt) => headById.get(head._id)?.token === head.token;
    const left = attempts.filter(({ head }) => (headById.get(head._id)?.revision ?? 0) > head.revision);
    const keyOf = ({ head }: Attempt) => historyKey(head._id, head.revision);
    const entries = left.length === 0 ? [] : await history.find({ _id: { $in: left.map(keyOf) } }, { projection: { token: 1 } }).toArray();
    const leftTokens = new Map(entries.map(({ _id, token }) => [_id, token]));
    return new Set(attempts.filter((attempt) => isCurrent(attempt) || leftTokens.get(keyOf(attempt)) === attempt.head.token));
  }

  return {
    encode,
    /** Writes commits. A commit that is too large for the server makes the whole call fail, but the other commits are still written. */
    async commit(attempts: readonly Attempt[]): Promise<CommitResult[]> {
      const tooLarge = attempts.find(({ head }) => head.body.length > MOST_BODY_BYTES);
      if (tooLarge === undefined) return write(attempts);
      await write(attempts.filter(({ head }) => head.body.length <= MOST_BODY_BYTES));
      const message = `${tooLarge.commit.next.id} is too large for MongoDB: ${tooLarge.head.body.length} bytes of at most ${MOST_BODY_BYTES}.`;
      throw new TerminalError({ code: 'record-too-large', message, status: 500 });
    },
  };
}

/**
 * The time of an unreadable revision is unknown. So the history entry of the revision gets the current time, and is kept as long as an
 * entry of that time.
 */
function leftAt(left: MongoHandle, atMs: number): MongoHandle {
  return left.body === undefined ? left : { ...left, note: { ...left.note, atMs } };
}

function operationOf({ head, before }: Attempt): AnyBulkWriteOperation<HeadDocument> {
  if (before === null) return { insertOne: { document: head } };
  return { replaceOne: { filter: { _id: head._id, revision: before.revision, ...tokenFilter(before.token) }, replacement: head } };
}

/**
 * Runs a write, and returns null when the only errors are duplicates of existing documents. A write that a majority did not confirm is an
 * error.
 */
async function despiteDuplicates<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    heldAlready(error);
    return null;
  }
}

function invalidCommit(message: string): TerminalError {
  return new TerminalError({ code: 'invalid-commit', message, status: 500 });
}
