import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import type { OperatorAuth } from '../../../http/operator-auth.ts';
import { reply } from '../../../http/reply.ts';
import type { Log } from '../../../platform/log/log.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { isoOf } from '../../../values/iso-time.ts';
import type { Catalogues } from '../catalogue-port.ts';
import { rampNames } from '../ramp-provider.ts';
import type { RegisteredRamp } from '../registry.ts';
import { savedSchema } from './ramp-schemas.ts';
import { savedOf } from './saved-catalogue.ts';

const provider = v.object({ provider: v.picklist(rampNames, `Expected one of ${rampNames.join(', ')}.`) });
const providerSchema = v.object({
  ...savedSchema.entries,
  isOn: v.boolean(),
  /** The names of the missing settings, without which the provider is off. */
  missing: v.array(v.string()),
  /** Milliseconds until requests are sent to the provider again after failures; null when requests are sent to it now. */
  notCalledForMs: v.nullable(v.number()),
  /** When the pause after the provider's rate limit ends on this node; null when there is no pause. */
  pausedUntil: v.nullable(v.string()),
  /** A catalogue that was fetched but not accepted, because it looked incomplete; null when there is none. */
  doubted: v.nullable(v.object({ coins: v.number(), fiats: v.number(), fetchedAt: v.string(), reason: v.string() })),
});

/** Creates the routes by which operators see the ramp providers, and accept a fetched catalogue that looked incomplete. */
export function createOperatorRampRoutes(deps: {
  readonly providers: readonly RegisteredRamp[];
  readonly catalogues: Pick<Catalogues, 'read' | 'doubted' | 'acceptDoubted'>;
  readonly auth: OperatorAuth;
  readonly log: Log;
}): AnyElysia {
  const { providers, catalogues, auth, log } = deps;
  const app = new Elysia({ name: 'operator-ramps', prefix: '/operator/ramp-providers' });
  addRoute(app, {
    ...{ method: 'GET', path: '', cost: 'operator' },
    summary: 'List the ramp providers and their catalogues',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'Every provider.', data: v.array(providerSchema) } },
    async handle() {
      const listed = await Promise.all(
        providers.map(async ({ traits: { name }, provider: adapter, missing, breaker, pausedUntilMs }) => {
          const doubted = await catalogues.doubted(name);
          return {
            ...savedOf({ catalogue: await catalogues.read(name), isReplaced: false }),
            ...{ isOn: adapter !== null, missing: [...missing], notCalledForMs: breaker.openForMs() },
            pausedUntil: isoOf(pausedUntilMs()),
            doubted:
              doubted === null
                ? null
                : {
                    ...{ coins: doubted.coins.length, fiats: doubted.fiats.length, reason: doubted.reason },
                    fetchedAt: isoOf(doubted.atMs),
                  },
          };
        }),
      );
      return reply(listed);
    },
  });
  addRoute(app, {
    ...{ method: 'POST', path: '/:provider/accept-catalogue', cost: 'operator' },
    summary: 'Accept the pending catalogue of a ramp provider',
    description:
      'A fetched catalogue that is empty, or has less than 70 % of the entries of the last accepted catalogue, is not used until an operator accepts it.',
    input: { params: provider },
    authorize: auth.act,
    responses: { 200: { description: 'The catalogue that is used now.', data: savedSchema } },
    async handle({ params: { provider: name }, request }) {
      if (!(await catalogues.acceptDoubted(name))) {
        const message = `No catalogue of ${name} waits to be accepted, or it was replaced meanwhile. List the ramp providers to see the stored catalogues.`;
        throw new TerminalError({ code: 'no-doubted-catalogue', message, status: 409 });
      }
      log.info('An operator accepted the catalogue of a ramp provider', { by: auth.act(request), provider: name });
      return reply(savedOf({ catalogue: await catalogues.read(name), isReplaced: true }));
    },
  });
  return app;
}
