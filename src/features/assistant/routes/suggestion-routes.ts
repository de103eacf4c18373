import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { chainIdText } from '../../../http/fields.ts';
import { reply } from '../../../http/reply.ts';
import { chipSchema } from '../suggestions/chip.ts';
import type { Suggestions } from '../suggestions/create-suggestions.ts';
import { maybeOfWallet } from './chat-schemas.ts';
import type { GuardWallet } from './guard-wallet.ts';

const query = v.object({
  ...maybeOfWallet.entries,
  /** The id of the wallet's current chain. */
  chainId: v.optional(v.nullable(chainIdText), null),
});
const responses = { 200: { description: 'The chips, the most useful first.', data: v.array(chipSchema) } };

/** Creates the routes of suggestions: buttons with proposed messages (API specification, "Assistant chat"). */
export function createSuggestionRoutes({
  suggestions,
  guard,
}: {
  readonly suggestions: Suggestions;
  readonly guard: GuardWallet;
}): AnyElysia {
  const app = new Elysia({ name: 'assistant-suggestions', prefix: '/v1/assistant' });

  addRoute(app, {
    ...{ method: 'GET', path: '/suggestions', cost: 'limited' },
    summary: 'List suggestions for a wallet',
    description:
      'Returns at most ten messages that an app can offer as buttons (chips). They are chosen from the state of the wallet: an ' +
      'agent that cannot act, a late purchase, allowances at risk, a trade that is not settled, or holdings. After these come ' +
      'messages that work on the configured chains. Sending the `message` of a chip to the chat gets an answer.',
    input: { query },
    responses,
    async handle({ query: asked, request }) {
      await guard(request, asked.wallet);
      return reply([...(await suggestions.suggestions(asked))]);
    },
  });

  addRoute(app, {
    ...{ method: 'GET', path: '/home-chips', cost: 'limited' },
    summary: 'List suggested messages (chips) for a landing page',
    description: 'Like `/suggestions`, but at most six, and at most one of each kind that concerns the wallet.',
    input: { query },
    responses,
    async handle({ query: asked, request }) {
      await guard(request, asked.wallet);
      return reply([...(await suggestions.homeChips(asked))]);
    },
  });

  return app;
}
