import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, membersOf, nullable, text, time } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { OperatorActs } from './operator-acts.ts';

/** The newest pause of an actor type. The document's id is the type; the pause has ended once `resumed` is set. */
type StoredPause = TypePause & { readonly resumed: { readonly by: string; readonly atMs: number } | null };

export const TYPE_PAUSES: CollectionSpec = {
  name: 'type_pauses',
  form: documentForm<StoredPause>({
    ...{ type: text, by: text, reason: text, atMs: time },
    resumed: nullable(membersOf<NonNullable<StoredPause['resumed']>>({ by: text, atMs: time })),
  }),
};

/** Number of pauses that one read returns. It is larger than the number of actor types, so one page contains all pauses. */
const PAGE = 1_000;

/** The paused actor types of a store, for all nodes of the store. Changes are written to the store; queries are answered from memory. */
export type TypePauses = {
  /**
   * Whether an actor type is paused, as far as this node knows. The node's own changes are effective immediately, changes of other nodes
   * after the next `refresh`.
   */
  readonly isPaused: (type: string) => boolean;
  readonly list: () => readonly TypePause[];
  /**
   * Reads the current pauses from the store. On an error the known pauses remain in effect.
   * @throws RetryableError `store-unavailable`
   */
  readonly refresh: () => Promise<void>;
  /**
   * Pauses an actor type. A repeated call by the same operator with the same reason returns the existing pause.
   * @throws TerminalError `unknown-actor-type` (404), `already-paused` (409)
   */
  readonly pause: (type: string, reason: string, by: string) => Promise<TypePause>;
  /**
   * Ends the pause of an actor type and returns it.
   * @throws TerminalError `unknown-actor-type` (404), `not-paused` (409)
   */
  readonly resume: (type: string, by: string) => Promise<TypePause>;
};

export type TypePausesDeps = {
  readonly records: RecordStore;
  readonly acts: OperatorActs;
  readonly clock: Clock;
  /** Returns the names of the actor types of this program. */
  readonly types: () => readonly string[];
};

/**
 * Creates the store of paused types. Each change is a compare-and-set on the type's document. When two operators change a pause at the same
 * time, one of them succeeds, and the other gets an error with the name of the first.
 */
export function createTypePauses({ records, acts, clock, types }: TypePausesDeps): TypePauses {
  const pauses = records.collection<StoredPause>(TYPE_PAUSES);
  let known: ReadonlyMap<string, TypePause> = new Map();
  /**
   * Number of pause changes that this node has made. A refresh compares this number before and after its read. If a change was made during
   * the read, the state that was read may lack the change, so it is not used.
   */
  let changes = 0;

  function learn(type: string, pause: TypePause | null): void {
    changes += 1;
    const next = new Map(known);
    if (pause === null) next.delete(type);
    else next.set(type, pause);
    known = next;
  }

  function requireType(type: string): void {
    if (types().includes(type)) return;
    const message = `The actor type "${type.slice(0, 100)}" does not exist. Accepted: ${[...types()].sort().join(', ')}.`;
    throw new TerminalError({ code: 'unknown-actor-type', status: 404, message });
  }

  async function pause(type: string, reason: string, by: string): Promise<TypePause> {
    requireType(type);
    const wanted: TypePause = { type, by, reason, atMs: clock.now() };
    const stored: StoredPause = { ...wanted, resumed: null };
    const inserted = await pauses.insert(type, stored);
    if (!inserted.inserted) {
      const { exists } = inserted;
      if (exists.resumed === null) return await paused(exists, wanted);
      // The end of the type's previous pause is recorded among the operators' actions before the pause's document is overwritten, because
      // the call that ended the pause may have failed before it could record this.
      await recordResume(exists, exists.resumed);
      if (!(await pauses.update(type, exists.rev, stored))) throw changedMeanwhile(type);
    }
    return await begun(wanted);
  }

  async function begun(wanted: TypePause): Promise<TypePause> {
    learn(wanted.type, wanted);
    await recordPause(wanted);
    return wanted;
  }

  async function paused(there: StoredPause, wanted: TypePause): Promise<TypePause> {
    const pause = presentOf(there);
    if (pause.by === wanted.by && pause.reason === wanted.reason) return await begun(pause);
    learn(pause.type, pause);
    const message = `The actor type "${pause.type}" is already paused by ${pause.by} since ${new Date(pause.atMs).toISOString()}: ${pause.reason}`;
    throw new TerminalError({ code: 'already-paused', status: 409, message });
  }

  async function resume(type: string, by: string): Promise<TypePause> {
    requireType(type);
    const there = await pauses.get(type);
    if (there === null || there.resumed !== null) {
      learn(type, null);
      throw new TerminalError({ code: 'not-paused', status: 409, message: `The actor type "${type}" is not paused.` });
    }
    const pause = presentOf(there);
    const resumed = { by, atMs: clock.now() };
    if (!(await pauses.update(type, there.rev, { ...pause, resumed }))) throw changedMeanwhile(type);
    learn(type, null);
    await recordPause(pause);
    await recordResume(pause, resumed);
    return pause;
  }

  const recordPause = ({ type, by, reason, atMs }: TypePause) =>
    acts.put(`pause/${type}/${atMs}`, { act: 'pause', subject: type, by, reason, atMs, details: {} });

  const recordResume = ({ type, by: pausedBy, reason, atMs: pausedAtMs }: TypePause, { by, atMs }: NonNullable<StoredPause['resumed']>) =>
    acts.put(`resume/${type}/${pausedAtMs}`, { act: 'resume', subject: type, by, reason, atMs, details: { pausedBy, pausedAtMs } });

  async function refresh(): Promise<void> {
    const before = changes;
    const { rows } = await pauses.scan({ limit: PAGE });
    if (changes !== before) return;
    known = new Map(rows.filter(({ resumed }) => resumed === null).map((row) => [row.type, presentOf(row)]));
  }

  return { isPaused: (type) => known.has(type), list: () => [...known.values()], refresh, pause, resume };
}

function presentOf({ type, by, reason, atMs }: StoredPause | Stored<StoredPause>): TypePause {
  return { type, by, reason, atMs };
}

function changedMeanwhile(type: string): RetryableError {
  const message = `The actor type "${type}" was just paused or resumed by another operator. Read the state of the type again.`;
  return new RetryableError({ code: 'pause-changed', retryAfterMs: 1_000, message });
}
