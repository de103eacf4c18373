import type { ActorClient } from '../runtime/define/client.ts';
import type { Late } from '../values/late.ts';

/**
 * Returns an actor client for code that is created before the actor system. The functions of the client can be called once the actor system
 * exists.
 */
export function lateClient(system: Pick<Late<ActorClient>, 'get'>): ActorClient {
  return {
    of: (definition, key) => system.get().of(definition, key),
    send: (id, event, options) => system.get().send(id, event, options),
    list: (definition, query) => system.get().list(definition, query),
  };
}
