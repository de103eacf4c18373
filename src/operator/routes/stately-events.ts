import type { ActorRecord, HistoryEntry } from '../../runtime/record/record.ts';

/**
 * An event in the format of `@statelyai/inspect` (`StatelyInspectionEvent`, 0.7.2). Tools that receive it ignore events without `_version`.
 * In that format actors form a tree; the actors of this service have no parents, so each actor is its own root.
 */
export type StatelyEvent = {
  readonly sessionId: string;
  readonly rootId: string;
  /** Time of the event in UTC ms, as a string. */
  readonly createdAt: string;
  readonly id: string;
  readonly _version: string;
} & (
  | { readonly type: '@xstate.actor'; readonly name: string; readonly definition: string; readonly snapshot: StatelySnapshot }
  | { readonly type: '@xstate.event'; readonly event: StatelyPayload; readonly sourceId?: string }
  | { readonly type: '@xstate.snapshot'; readonly event: StatelyPayload; readonly snapshot: StatelySnapshot }
);

type StatelySnapshot = Pick<ActorRecord['snapshot'], 'status' | 'value'> & Partial<ActorRecord['snapshot']>;
type StatelyPayload = { readonly type: string };

const VERSION = '0.7.2';

/**
 * Serializes the configuration of a state machine. Tools that receive it draw the machine's chart from it. Functions are replaced by their
 * names, as in Stately's package.
 */
export function definitionText(config: unknown): string {
  return JSON.stringify(config, (_key, value: unknown) => (typeof value === 'function' ? { type: value.name } : value));
}

export function actorEvent(record: ActorRecord, definition: string | undefined): StatelyEvent {
  const { id, type, revision, updatedAtMs, snapshot } = record;
  return {
    ...{ type: '@xstate.actor', name: id, definition: definition ?? JSON.stringify({ id: type }), snapshot },
    ...about(id, updatedAtMs, `${id}/${revision}/actor`),
  };
}

/** Builds two inspection events for a step of an actor: the event that the actor received, and its state afterwards. */
export function stepEvents({ revision, atMs, event: told, cause, record }: HistoryEntry): readonly StatelyEvent[] {
  const { id, snapshot } = record;
  const event = { ...asObject(told.payload), type: told.type };
  const sourceId = (cause.kind === 'effect' || cause.kind === 'actor') && cause.by !== undefined ? actorOf(cause.by) : undefined;
  return [
    {
      ...{ type: '@xstate.event', event, ...(sourceId === undefined ? {} : { sourceId }) },
      ...about(id, atMs, `${id}/${revision}/event`),
    },
    { ...{ type: '@xstate.snapshot', event, snapshot }, ...about(id, atMs, `${id}/${revision}/snapshot`) },
  ];
}

function about(sessionId: string, atMs: number, id: string) {
  return { sessionId, rootId: sessionId, createdAt: String(atMs), id, _version: VERSION };
}

function asObject(payload: unknown): object {
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : { payload };
}

/** Returns the id of the actor that requested an effect. It is the first part of the effect's key `actorId/revision/n`. */
function actorOf(effectKey: string): string {
  return effectKey.split('/').slice(0, -2).join('/');
}
