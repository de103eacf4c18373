import { createStreamSlots } from '../http/stream-slots.ts';
import type { StartedModules } from '../module/start-modules.ts';
import { createSockets, type Sockets } from '../sockets/create-sockets.ts';
import { createIdentify } from '../sockets/identify.ts';
import type { OpenPlatform } from './open-platform.ts';
import type { givenBy } from './registry.ts';

/** Opens the WebSocket endpoint for clients, which serves the records of all modules. */
export function openSockets(
  open: OpenPlatform,
  { started, given }: { readonly started: StartedModules; readonly given: ReturnType<typeof givenBy> },
): Sockets {
  const tokens = given.accounts.tokenCheck;
  const { config, clock, timers, ids, metrics, log } = open.platform;
  return createSockets({
    identify: createIdentify({ tokens, walletAuth: given.walletAuth, clock }),
    tokens,
    bearer: given.accounts.auth.user,
    events: started.walletEvents,
    ...{ feed: open.feed, prices: given.market.prices, catalog: given.catalog.tokens, timers, clock, newId: ids, metrics, log },
    slots: createStreamSlots({ inAll: config.maxSockets, perClient: config.maxSocketsPerClient }),
  });
}
