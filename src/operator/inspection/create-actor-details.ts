import type { TradeBook } from '../../features/autopilot/trade-book.ts';
import type { FillBook } from '../../features/dca/fill-book.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { PriceSeries } from '../../market/price-series/price-series.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { ReadTransactionState } from '../../platform/chain/transaction-receipt.ts';
import type { ActorRecord, HistoryEntry } from '../../runtime/record/record.ts';
import type { Clock } from '../../values/clock.ts';
import type { ActorDetails, AmountNote, RelatedActor, TokenNote } from '../../values/inspection/actor-details.ts';
import type { ActorSketch, SketchActor, TransactionSketch, TransactionsInHand } from '../../values/inspection/actor-sketch.ts';
import type { JsonObject } from '../../values/json.ts';
import { agentDetails } from './agent-details.ts';
import { AMOUNT_PATHS } from './amount-paths.ts';
import { dcaDetails } from './dca-details.ts';
import { findAmounts } from './find-amounts.ts';
import { createGather, type Gather } from './gather.ts';
import { createLookUpTransactions } from './look-up-transactions.ts';
import { type TradeTimes, tradeDetails } from './trade-details.ts';

export type ActorDetailsDeps = {
  readonly load: (id: string) => Promise<ActorRecord | null>;
  readonly history: (id: string, limit: number) => Promise<readonly HistoryEntry[]>;
  readonly sketch: SketchActor;
  readonly inHand: TransactionsInHand;
  /** The actor's public record; null for one of a type that this node does not know. */
  readonly viewOf: (record: ActorRecord) => Promise<JsonObject | null>;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly networks: Pick<Networks, 'get'>;
  readonly series: Pick<PriceSeries, 'points'>;
  readonly trades: Pick<TradeBook, 'newestOf'>;
  readonly fills: Pick<FillBook, 'listOf'>;
  readonly readTransaction: ReadTransactionState;
  /** Whose key sends on a chain; null: nobody's. */
  readonly executorOf: (chainId: number) => string | null;
  readonly clock: Clock;
};

/** What belongs to an actor beyond its record; null when there is no such actor. */
export type ReadActorDetails = (id: string) => Promise<ActorDetails | null>;

const TRANSACTIONS = 100;
/** A trade has a revision for each look: its beginning is within so many. */
const HISTORY = 100;

/**
 * Gathers the details of one actor from the books, the token list and the chain. A source that fails adds a line to `missing`, and the rest
 * is shown: an operator looks when things do not work.
 */
export function createActorDetails(deps: ActorDetailsDeps): ReadActorDetails {
  const { load, sketch, tokens, networks, clock } = deps;
  const lookUp = createLookUpTransactions({ read: deps.readTransaction, networkOf: networks.get, clock });

  return async (id) => {
    const record = await load(id);
    if (record === null) return null;
    const { gather, missing } = createGather();
    const table = AMOUNT_PATHS[record.type];
    const amounts = table === undefined ? [] : findAmounts(table, record.snapshot.context);
    const drawn = await gather('What it says of itself', null, () => sketch(id));
    const seen = await domainOf(drawn, record, gather);
    const inHand = drawn === null ? [] : await gather('What its sender has in hand', [], () => deps.inHand(id, drawn));
    const noted = onceEach([...inHand, ...(drawn?.transactions ?? []), ...seen.transactions]);
    const { transactions, missing: unread } = await lookUp(noted.slice(0, TRANSACTIONS));
    const domain = drawn?.domain?.kind === 'trade' ? tradeDetails(drawn.domain, await timesOf(record, gather), transactions) : seen.domain;
    return {
      tokens: await gather('The names of its tokens', drawn?.tokens ?? [], () => tokensOf(amounts, drawn)),
      amounts,
      related: relatedOf(drawn, id),
      transactions,
      domain,
      publicRecord: await gather('Its public record', null, () => deps.viewOf(record)),
      missing: [...missing(), ...unread],
    };
  };

  async function domainOf(
    drawn: ActorSketch | null,
    record: ActorRecord,
    gather: Gather,
  ): Promise<{ readonly domain: ActorDetails['domain']; readonly transactions: readonly TransactionSketch[] }> {
    const domain = drawn?.domain ?? null;
    if (domain?.kind === 'agent') {
      const { details, transactions } = await agentDetails(domain, record.createdAtMs, deps, gather);
      return { domain: details, transactions };
    }
    if (domain?.kind === 'dca') {
      const { details, transactions } = await dcaDetails(domain, deps, gather);
      return { domain: details, transactions };
    }
    return { domain: null, transactions: [] };
  }

  async function tokensOf(amounts: readonly AmountNote[], drawn: ActorSketch | null): Promise<readonly TokenNote[]> {
    const own = drawn?.tokens ?? [];
    const asked = new Map<string, { readonly chainId: number; readonly address: string }>();
    for (const { chainId, token } of amounts) asked.set(tokenKey(chainId, token), { chainId, address: token });
    for (const { chainId, address } of own) asked.set(tokenKey(chainId, address), { chainId, address });
    const listed = await tokens.findMany([...asked.values()]);
    const ownByKey = new Map(own.map((token) => [tokenKey(token.chainId, token.address), token]));
    return [...asked].flatMap(([key, { chainId, address }]) => {
      // The actor's own way to count is what its amounts were made with.
      const token = ownByKey.get(key) ?? listed.get(key);
      if (token === undefined) return [];
      return [{ chainId, address, symbol: listed.get(key)?.symbol ?? token.symbol, decimals: token.decimals }];
    });
  }

  function relatedOf(drawn: ActorSketch | null, id: string): readonly RelatedActor[] {
    if (drawn === null) return [];
    const executor = drawn.sendsOn === null ? null : deps.executorOf(drawn.sendsOn);
    const sender: readonly RelatedActor[] =
      executor === null
        ? []
        : [{ id: `transaction-sender/${drawn.sendsOn}/${executor.toLowerCase()}`, relation: 'sends its transactions' }];
    const unique = new Map([...drawn.related, ...sender].map((related) => [related.id, related]));
    unique.delete(id);
    return [...unique.values()];
  }

  async function timesOf({ id, createdAtMs }: ActorRecord, gather: Gather): Promise<TradeTimes> {
    const entries = [...(await gather('Its history', [], () => deps.history(id, HISTORY)))].sort((a, b) => a.revision - b.revision);
    const first = (member: 'hash' | 'hashIsFixed', isThere: (value: unknown) => boolean) =>
      entries.find(({ record }) => isThere(record.snapshot.context[member]))?.atMs ?? null;
    return {
      createdAtMs,
      sentAtMs: first('hash', (value) => typeof value === 'string'),
      seenAtMs: first('hashIsFixed', (value) => value === true),
    };
  }
}

/** The first of those with one hash: the sender knows most of what it still has in hand. */
function onceEach(sketches: readonly TransactionSketch[]): readonly TransactionSketch[] {
  const seen = new Set<string>();
  return sketches.filter(({ chainId, hash }) => {
    const key = `${chainId}/${hash}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
