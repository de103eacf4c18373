import type { Networks } from '../../market/networks/create-networks.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { ReadTransactionState } from '../../platform/chain/transaction-receipt.ts';
import type { InspectActors } from '../../runtime/operator/inspect-actors.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import type { Clock } from '../../values/clock.ts';
import type { ActorDetails, RelatedActor, TokenNote } from '../../values/inspection/actor-details.ts';
import type { Gather, Outline, PendingRequest, ProfitOf, Shown, TransactionOutline } from '../../values/inspection/outline.ts';
import type { Section } from '../../values/inspection/sections.ts';
import type { JsonObject } from '../../values/json.ts';
import { boundSections } from './bound-sections.ts';
import type { Summaries } from './create-summaries.ts';
import { findAmounts } from './find-amounts.ts';
import { createGather } from './gather.ts';
import { createLookUpTransactions } from './look-up-transactions.ts';
import { shownActors, shownTokens, type TokenAt } from './shown-tokens.ts';

export type ActorDetailsDeps = {
  readonly actors: InspectActors;
  /** Returns the public record of an actor; null when this node does not know the actor's type. */
  readonly viewOf: (record: ActorRecord) => Promise<JsonObject | null>;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly networks: Pick<Networks, 'get'>;
  readonly readTransaction: ReadTransactionState;
  readonly clock: Clock;
  readonly titles: Summaries['titles'];
  /** Reads the sections about profit and loss for the details of an actor. */
  readonly profitSections: (record: ProfitOf) => Promise<readonly Section[]>;
};

/** Reads the details of an actor that supplement its record; null when the actor does not exist. */
export type ReadActorDetails = (id: string) => Promise<ActorDetails | null>;

const TRANSACTIONS = 100;
/** Maximum number of other actors that are asked for the state of the pending requests of the actor whose details are read. */
const ASKED = 10;

/**
 * Combines an actor's own description with data from other actors, the token list and the chain. When one of these sources fails, a line
 * about the failure is added to `missing` and the other data is shown, because operators need the details especially when something does
 * not work.
 */
export function createActorDetails(deps: ActorDetailsDeps): ReadActorDetails {
  const { actors, tokens, networks, clock } = deps;
  const lookUp = createLookUpTransactions({ read: deps.readTransaction, networkOf: networks.get, clock });

  return async (id) => {
    const { gather, missing } = createGather();
    const inspected = await actors.inspect(id, gather);
    if (inspected === null) return null;
    const { record, outline } = inspected;
    const amounts = inspected.amounts === null ? [] : findAmounts(inspected.amounts, record.snapshot.context);
    const inHand = await inHandOf(outline.requests ?? [], gather);
    const noted = onceEach([...inHand, ...(outline.transactions ?? [])]);
    const { transactions, missing: unread } = await lookUp(noted.slice(0, TRANSACTIONS));
    const nothing: Shown = { sections: [] };
    const [shown, profit] = await Promise.all([
      gather('The details of the actor', nothing, async () => inspected.show(transactions)),
      outline.profitOf === undefined ? [] : profitOf(outline.profitOf, gather),
    ]);
    const sections = boundSections(shown.sections);
    const business = boundSections([...(shown.business ?? []), ...profit]);
    const everything = [...business, ...sections];
    const own = outline.tokens ?? [];
    const related = relatedOf(outline, id);
    return {
      tokens: await gather("The names of the actor's tokens", own, () => tokensOf([...amounts, ...shownTokens(everything)], own)),
      amounts,
      related,
      titles: await gather('The titles of related actors', [], () =>
        deps.titles([id, ...related.map((one) => one.id), ...shownActors(everything)]),
      ),
      transactions,
      business,
      sections,
      domain: shown.domain ?? null,
      publicRecord: await gather("The actor's public record", null, () => deps.viewOf(record)),
      missing: [...missing(), ...unread],
    };
  };

  function profitOf(record: ProfitOf, gather: Gather): Promise<readonly Section[]> {
    return gather('Profit and loss', [], () => deps.profitSections(record));
  }

  async function inHandOf(requests: readonly PendingRequest[], gather: Gather): Promise<readonly TransactionOutline[]> {
    const asked = Map.groupBy(requests, ({ to }) => to);
    const found = await Promise.all(
      [...asked].slice(0, ASKED).map(([to, own]) => {
        const whatByKey = new Map(own.map(({ key, what }) => [key, what]));
        return gather(`The pending requests at ${to}`, [], () => actors.inHand(to, whatByKey));
      }),
    );
    return found.flat();
  }

  async function tokensOf(asked: readonly TokenAt[], own: readonly TokenNote[]): Promise<readonly TokenNote[]> {
    const wanted = new Map(
      [...asked.map(({ chainId, token }) => ({ chainId, address: token })), ...own].map(({ chainId, address }) => [
        tokenKey(chainId, address),
        { chainId, address },
      ]),
    );
    const listed = await tokens.findMany([...wanted.values()]);
    const ownByKey = new Map(own.map((token) => [tokenKey(token.chainId, token.address), token]));
    return [...wanted].flatMap(([key, { chainId, address }]) => {
      // For the number of decimals, the actor's own data is preferred to the token list, because the actor's amounts were computed with
      // that data.
      const token = ownByKey.get(key) ?? listed.get(key);
      if (token === undefined) return [];
      return [{ chainId, address, symbol: listed.get(key)?.symbol ?? token.symbol, decimals: token.decimals }];
    });
  }
}

function relatedOf({ related = [] }: Outline, id: string): readonly RelatedActor[] {
  const unique = new Map(related.map((one) => [one.id, one]));
  unique.delete(id);
  return [...unique.values()];
}

/** Of several transactions with the same hash, only the first is kept. It comes from the transaction sender and contains the most data. */
function onceEach(outlines: readonly TransactionOutline[]): readonly TransactionOutline[] {
  const seen = new Set<string>();
  return outlines.filter(({ chainId, hash }) => {
    const key = `${chainId}/${hash}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
