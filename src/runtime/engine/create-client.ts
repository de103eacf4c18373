import { keyOf, typeOf } from '../../values/actor-id.ts';
import { OverloadError } from '../../values/errors/overload-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { ActorClient, ActorReading, AskOptions, Reply } from '../define/client.ts';
import type { AnyActorDefinition } from '../define/definition.ts';
import type { ActorStore, LoadedActor } from '../record/actor-store.ts';
import type { ActorId, ActorRecord, Cause } from '../record/record.ts';
import type { Loaded, Outcome, Work } from '../step/cell.ts';
import { checkEvent } from '../step/check-event.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { hydrate } from '../step/hydrate.ts';
import type { Engine } from './engine.ts';
import type { Loader } from './loader.ts';
import type { Outstanding } from './outstanding.ts';
import type { Residents } from './residents.ts';

export type ClientDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: ActorStore;
  readonly engine: Engine;
  readonly residents: Pick<Residents, 'get'>;
  readonly ids: IdSource;
  readonly setAside: Loader['setAside'];
  readonly outstanding: Outstanding;
  readonly maxOutstanding: number;
  /** Returns the error with which all new messages to actors are refused; null when messages are accepted. */
  readonly refuse: () => Error | null;
  /** Returns the cause that is recorded for an event whose sender states none, for example the HTTP request that is being answered. */
  readonly cause: () => Cause;
};

/** Creates the client through which callers send events to actors of the engine. */
export function createClient(deps: ClientDeps): ActorClient {
  const { actors, store, engine, residents, ids, outstanding } = deps;

  function deliver<T>(id: ActorId, work: Work, options: AskOptions | undefined, answer: (outcome: Outcome) => T): Promise<T> {
    const refused = deps.refuse();
    if (refused) return Promise.reject(refused);
    if (outstanding.count() >= deps.maxOutstanding) {
      return Promise.reject(
        new OverloadError({
          code: 'system-overloaded',
          retryAfterMs: 1_000,
          message: `This node is already processing ${outstanding.count()} requests, and accepts no more. Try again in a second.`,
        }),
      );
    }
    outstanding.enter();
    return new Promise((resolve, reject) => {
      engine.deliver(
        id,
        {
          work,
          eventId: options?.eventId ?? ids(),
          cause: options?.cause ?? deps.cause(),
          tries: 0,
          isNew: options?.eventId === undefined,
          ...(options?.mustExist === true ? { mustExist: true } : {}),
          done(outcome) {
            outstanding.leave();
            resolve(answer(outcome));
          },
          failed(error) {
            outstanding.leave();
            reject(error);
          },
        },
        true,
      );
    });
  }

  function actorOf(type: string): CompiledActor {
    const actor = actors.get(type);
    if (!actor) throw new TerminalError({ code: 'unknown-actor-type', status: 404, message: `The actor type "${type}" does not exist.` });
    return actor;
  }

  const reading = (found: LoadedActor) => {
    const actor = actorOf(found.record.type);
    return readingOf(actor, hydrate(actor, found));
  };

  const readingOf = (actor: CompiledActor, { snapshot, record }: Loaded) => {
    const { id, revision, health, dueAtMs } = record;
    return { id, revision, health, dueAtMs, snapshot, view: actor.definition.view(snapshot, metaOf(record)) };
  };

  /** An actor that cannot be read is quarantined for an operator, and does not make the whole list fail. */
  const readable = (found: LoadedActor) => {
    try {
      return reading(found);
    } catch (error) {
      deps.setAside(found, error);
      return null;
    }
  };

  // The casts restore the specific types that `implementActor` has removed. A reply for `definition` has the snapshot and view types of
  // that definition.
  const of: ActorClient['of'] = (definition, key) => {
    const id = `${definition.type}/${key}`;
    const actor = actorOf(definition.type);
    const answer = (outcome: Outcome) => replyOf(actor.definition, outcome) as never;
    return {
      id,
      // The function `ask` is not async, because an async function would create three promises per event instead of one, which is
      // measurably slower.
      ask(event, options) {
        try {
          return deliver(id, { kind: 'event', event: checkEvent(actor, event) }, options, answer);
        } catch (error) {
          return Promise.reject(error);
        }
      },
      create: (input, options) => deliver(id, { kind: 'create', input }, options, answer),
      read: async ({ mayBeCached = false } = {}) => {
        const cached = mayBeCached ? (residents.get(id)?.loaded ?? null) : null;
        if (cached !== null) return readingOf(actor, cached) as never;
        const [found = null] = await store.load([id]);
        return found === null ? null : (reading(found) as never);
      },
    };
  };

  return {
    of,
    async send(id, event, options) {
      const work: Work = { kind: 'event', event: checkEvent(actorOf(typeOf(id)), event) };
      return await deliver(id, work, options, ({ loaded, changed, accepted, duplicate }) => ({
        revision: loaded.record.revision,
        changed,
        accepted,
        duplicate,
        snapshot: loaded.record.snapshot,
      }));
    },
    async list(definition, { order = 'oldest', ...query }) {
      const page = await store.list({ ...query, type: definition.type, order });
      const actors = page.actors.flatMap((found) => readable(found) ?? []);
      return { actors: actors as unknown as ActorReading<never, never>[], cursor: page.cursor } as never;
    },
  };
}

function replyOf(definition: AnyActorDefinition, outcome: Outcome): Reply<never, unknown> {
  const { record, snapshot } = outcome.loaded;
  const { changed, accepted, duplicate } = outcome;
  return {
    id: record.id,
    revision: record.revision,
    changed,
    accepted,
    duplicate,
    snapshot: snapshot as never,
    view: () => definition.view(snapshot, metaOf(record)),
  };
}

function metaOf({ id, revision, createdAtMs, updatedAtMs, dueAtMs, health }: ActorRecord) {
  return { id, key: keyOf(id), revision, createdAtMs, updatedAtMs, dueAtMs, health };
}
