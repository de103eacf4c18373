import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { describedAs } from '../../../http/described-as.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { readQuery } from '../../../http/read-query.ts';
import { reply } from '../../../http/reply.ts';
import { contextOf } from '../../../http/request-context.ts';
import { type SseFrame, sseReply } from '../../../http/sse.ts';
import type { Log } from '../../../platform/log/log.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { TradeToRelay } from '../../relayer/meta-transaction.ts';
import type { Builds } from '../create-builds.ts';
import type { Quotes } from '../create-quotes.ts';
import type { RegisteredProvider } from '../registry.ts';
import type { ResolvedQuote } from '../resolve-quote.ts';
import { overriddenInput, overridesShape, quoteInputOf, quoteQuerySchema, withValues } from './quote-query.ts';
import { aggregatorSchema, builtSwapSchema, quoteMetaSchema } from './quote-schemas.ts';
import { createTurns, type Turns } from './quote-turns.ts';

/** The meta-transaction of the Relayer contract as JSON, with amounts, nonce and deadline as decimal strings. */
export type MetaTransactionJson = v.InferOutput<typeof builtSwapSchema>['metaTx'];

export type QuoteRouteDeps = {
  readonly quotes: Quotes;
  readonly builds: Builds;
  readonly providers: readonly RegisteredProvider[];
  /** Adds a nonce and a deadline to a trade, which results in the meta-transaction that the wallet signs. */
  readonly metaTransactionOf: (trade: TradeToRelay) => MetaTransactionJson;
  readonly limits?: RouteLimits;
  readonly log: Log;
};

/**
 * Maximum number of quote streams that query providers at once. Other streams wait and only send heartbeats (messages that keep the
 * connection open), so that many streams do not block the node's other work.
 */
const MOST_QUOTING = 8;
/** Maximum number of quote streams per client that query providers at once, so that one client cannot use all of them. */
const MOST_OF_CLIENT = 4;

/**
 * Creates the routes `GET /defi/quotes`, `GET /defi/swap/:id`, and `GET /defi/aggregators`. The API specification does not contain the last
 * one.
 */
export function createQuoteRoutes(deps: QuoteRouteDeps): AnyElysia {
  const { quotes, builds, providers, metaTransactionOf, limits = unlimited, log } = deps;
  const [opening, turns] = [createTurns(MOST_QUOTING, MOST_OF_CLIENT), createTurns(MOST_QUOTING, MOST_OF_CLIENT)];
  const app = new Elysia({ name: 'quotes', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    path: '/quotes',
    rateLimit: limits.perMinute('quotes'),
    summary: 'Stream quotes of all aggregators',
    description:
      'Returns a stream of server-sent events. Each unnamed `data:` frame contains one quote. The last frame is `event: end` ' +
      'with `{count, providers}`; `providers` states how each provider answered. `amount` is in whole tokens. `slippage` is in ' +
      'percent (default 0.5; 0 is accepted). `type` is `swap`; any other value means a bridge. `exclude` is a list of providers, ' +
      'separated by commas, that replaces the default exclusions; it may be empty. With `anonymousMode=true`, only the private ' +
      'provider is requested. Transactions can be built from a quote for 300 s, or until its `expiresAt` if that is earlier. ' +
      'When the client disconnects, all requests to providers are cancelled.',
    input: { query: quoteQuerySchema },
    explainInvalid: async ({ request }, problems) => withValues(readQuery(request.url), problems),
    responses: {
      200: {
        description: 'The event stream; each data frame contains a quote.',
        data: quoteMetaSchema,
        bare: { contentType: 'text/event-stream' },
      },
    },
    async handle({ query, request }) {
      // An invalid request must be answered with a JSON error. This is not possible after the headers of the event stream have been sent,
      // so the request is checked before.
      const client = contextOf(request).client();
      const opened = await opening.take(client, request.signal);
      if (opened === null)
        throw new TerminalError({ code: 'client-left', message: 'The client disconnected before its request was processed.', status: 499 });
      const resolved = await quotes.open(quoteInputOf(query)).finally(opened);
      return sseReply({
        frames: (signal) => inTurn(turns, client, signal, (done) => framesOf(quotes, resolved, signal, done)),
        onError: (error) => log.error('A quote stream failed', { error }),
      });
    },
  });

  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    path: '/swap/:id',
    summary: 'Build the transaction of a quote',
    description:
      '`id` is the `id` of a quote. A parameter of the quote request that is sent again (such as `slippage`, `srcWalletAddress`, ' +
      '`dstWalletAddress` or `recipient`) replaces the original parameter, and the provider is asked again if necessary. The ' +
      'wallet must send the `approvals` first. `tx` is null for providers that send the transaction themselves; `metaData` then ' +
      'says what to do. `metaTx` is the body for `POST /defi/sign`. It is null if the wallet must send `tx` itself (bridges, and ' +
      "chains without a relayer). The reply is 410 if the quote has expired, and 409 if the provider's new output is less than " +
      'the slippage allows.',
    input: {
      params: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
      query: v.pipe(v.looseObject({}), describedAs(overridesShape)),
    },
    responses: { 200: { description: 'The transaction.', data: builtSwapSchema } },
    async handle({ params, request }) {
      const overrides = readQuery(request.url);
      const { relayed, ...built } = await builds.build(params.id, (data) => overriddenInput(data, overrides), request.signal);
      return reply({
        ...built,
        relayer: relayed?.relayer ?? null,
        sendValue: relayed?.sendValue.toString() ?? null,
        metaTx: relayed === null ? null : metaTransactionOf(relayed),
      });
    },
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/aggregators',
    summary: 'List the aggregators',
    description:
      'Lists the aggregators that this service supports, the functions that each of them supports, and the reason if an aggregator is off.',
    input: {},
    responses: { 200: { description: 'The aggregators.', data: v.array(aggregatorSchema) } },
    handle: () => reply(providers.map(aggregatorOf)),
  });

  return app;
}

/**
 * Runs a quote stream as soon as the limits on concurrent streams allow it. Nothing is yielded when the client disconnects before the
 * start.
 */
async function* inTurn(
  turns: Turns,
  client: string,
  signal: AbortSignal,
  frames: (done: () => void) => AsyncIterable<SseFrame>,
): AsyncGenerator<SseFrame> {
  const done = await turns.take(client, signal);
  // If the client disconnects, its stream counts as running until all work that was started for it has ended, because chain reads cannot be
  // cancelled.
  if (done !== null) yield* frames(done);
}

async function* framesOf(quotes: Quotes, resolved: ResolvedQuote, signal: AbortSignal, onIdle: () => void): AsyncGenerator<SseFrame> {
  for await (const event of quotes.stream(resolved, signal, onIdle)) {
    if (event.kind === 'quote') yield { data: event.meta };
    else yield { event: 'end', data: { count: event.count, providers: event.providers } };
  }
}

function aggregatorOf({
  traits,
  isRegistered,
  proxySlug,
  provider,
  offBecause,
}: RegisteredProvider): v.InferInput<typeof aggregatorSchema> {
  const { name, title, kinds, chains, key, broadcastsItself, isSolverBased, hasStatus } = traits;
  return {
    ...{
      name,
      title,
      isRegistered,
      isOn: provider !== null,
      offBecause,
      kinds: [...kinds],
      key,
      broadcastsItself,
      isSolverBased,
      hasStatus,
      proxySlug,
    },
    chains: chains === 'evm-with-contracts' ? chains : [...chains],
  };
}
