import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { Suggestion, Suggestions } from '../../values/inspection/suggestion.ts';
import { text } from './operator-schemas.ts';

const suggestionSchema: v.GenericSchema<unknown, Suggestion> = v.object({
  id: v.string(),
  title: v.nullable(v.string()),
  status: v.nullable(v.string()),
  by: v.pipe(
    v.picklist(['id or wallet', 'number', 'title', 'hash or address']),
    v.description('The data of the actor that matches the text.'),
  ),
});

/** Adds the route `GET /api/operator/suggestions`. */
export function addSuggestRoute(
  app: AnyElysia,
  deps: { readonly suggest: (text: string) => Promise<Suggestions>; readonly auth: OperatorAuth },
): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/suggestions',
    summary: 'Suggest actors for a search text',
    description:
      'Finds up to ten actors: by the start of an id, a key or a wallet, or by the complete hash of a transaction that filled a position, executed ' +
      "an agent's trade or belongs to a trade record, among all actors; and by title, number on chain, symbol or address of a token, or the start " +
      'of a transaction hash among the newest 1,000 of each type. If `isMore` is true, the list of actors finds more for the same `search`.',
    input: { query: v.object({ text }) },
    authorize: deps.auth.read,
    responses: {
      200: { description: 'The actors, the best match first.', data: v.object({ actors: v.array(suggestionSchema), isMore: v.boolean() }) },
    },
    handle: async ({ query }) => reply(await deps.suggest(query.text)),
  });
}
