import { createHash } from 'node:crypto';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ChainAddress } from '../../values/address.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { Clock } from '../../values/clock.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isUuid } from '../../values/id-source.ts';
import type { JsonObject } from '../../values/json.ts';
import { anyTransactionHash, parseTransactionHash } from '../../values/parse-transaction-hash.ts';
import type { TradeStatusWord, TradeTerms } from '../../values/trade-terms.ts';
import type { QuotedTrade, QuoteLookup } from '../quotes/quote-lookup.ts';
import type { HashRepository } from './hash-repository.ts';
import { createMakeRoom } from './make-room.ts';
import { presentTrades } from './present-trades.ts';
import { createRefreshTrades } from './refresh-trades.ts';
import type { PublicTrade } from './routes/transaction-schemas.ts';
import { createTakeHash } from './take-hash.ts';
import type { TradeActors } from './trade-actors.ts';
import type { TradeReading, TradeStatusSource } from './trade-record.ts';
import { type CreateTrade, tradeTermsOf } from './trade-terms.ts';

export type TradePage = { readonly limit: number; readonly cursor?: string | undefined; readonly status?: TradeStatusWord | undefined };
export type TradeList = { readonly trades: readonly PublicTrade[]; readonly cursor: string | null };

/**
 * The service behind the transaction routes (API specification, "Transactions"). Where a function expects an id, the id is the trade
 * record's UUID or its transaction hash.
 */
export type TradesService = {
  /**
   * Creates a trade record.
   * @throws InvalidInputError 400; TerminalError 409 `transaction-exists`
   */
  create(input: CreateTrade): Promise<{ readonly trade: PublicTrade; readonly isNew: boolean }>;
  /**
   * Builds the error for an invalid request to create a trade record. Parts of the request that can be parsed are checked as well, and
   * their problems are included.
   */
  explain(parts: CreateTrade, problems: readonly Problem[]): Promise<InvalidInputError>;
  /** Lists the trade records of a wallet, newest first. */
  list(wallet: ChainAddress, page: TradePage): Promise<TradeList>;
  /** Checks the status of a wallet's open trades, then returns the same list as `list`. */
  refresh(wallet: ChainAddress, page: TradePage): Promise<TradeList>;
  /**
   * Returns a wallet's trade.
   * @throws TerminalError 400 `invalid-hash`, 404 `transaction-not-found`; the functions below throw these errors, too
   */
  ofWallet(wallet: ChainAddress, id: string): Promise<PublicTrade>;
  newest(wallet: ChainAddress): Promise<PublicTrade>;
  find(id: string): Promise<PublicTrade>;
  /** Sets the transaction hash of a trade. @throws the errors of `TakeHash` */
  setHash(id: string, text: string): Promise<PublicTrade>;
  /** Checks the status of a trade now, and returns the trade with the result. */
  look(id: string): Promise<PublicTrade>;
  /** Stores a client's statement about a trade, then checks the trade like `look`. @throws TerminalError 429 `too-many-claims` */
  claim(
    id: string,
    said: { readonly status?: TradeStatusWord | undefined; readonly destinationTxHash?: string | undefined },
  ): Promise<PublicTrade>;
};

/** The data by which an aggregator finds a trade. All values are strings. */
export type ProviderReference = Readonly<Record<string, string>>;

export type TradesServiceDeps = {
  readonly trades: TradeActors;
  readonly hashes: HashRepository;
  readonly status: TradeStatusSource;
  readonly quotes: QuoteLookup;
  /**
   * Converts an order id of an aggregator that sends trades itself to the reference by which the aggregator finds the order; null when the
   * text is not such an id.
   */
  readonly referenceOf: (aggregator: string, order: { readonly id: string; readonly fromChainId: number }) => ProviderReference | null;
  readonly networks: Pick<Networks, 'get' | 'list'>;
  /**
   * Maximum number of records, over all wallets, whose status is checked automatically although no chain has shown their transaction; 0
   * means no limit.
   */
  readonly mostOpen: number;
  readonly clock: Clock;
  readonly log: Log;
};

export function createTradesService(deps: TradesServiceDeps): TradesService {
  const { trades, hashes, quotes, networks, clock } = deps;
  const refresh = createRefreshTrades(deps);
  const takeHash = createTakeHash(deps);
  const makeRoom = createMakeRoom(deps);

  const service: TradesService = {
    async create(input) {
      const requestDigest = digestOf(withoutCasing(input));
      const known = await trades.read(input.txHash);
      if (known !== null) return repeated(known, requestDigest);
      const quote = input.quoteId === undefined ? null : await quotes.find(input.quoteId);
      const terms = await checkedTerms(input, quote);
      await makeRoom(terms.wallet);
      const made = await trades.create({ terms, requestDigest, createdAtMs: clock.now() });
      // If two requests with the same id arrive at the same time, both receive the record that the first one created.
      return made.requestDigest === requestDigest ? { trade: await present(made), isNew: true } : repeated(made, requestDigest);
    },

    async explain(parts, problems) {
      const known = new Set(problems.map(({ path }) => path));
      const found = await checkedTerms(parts, null).then(
        () => [],
        (error: unknown) => {
          if (error instanceof InvalidInputError) return error.problems;
          throw error;
        },
      );
      // A field that is missing in the request but that the cached quote can provide is not a problem, so it is not reported.
      return new InvalidInputError([...problems, ...found.filter(({ path, code }) => !known.has(path) && code !== 'missing')]);
    },

    async list(wallet, { limit, cursor, status }) {
      const query = { wallet, limit, ...(cursor === undefined ? {} : { cursor }), ...(status === undefined ? {} : { statuses: [status] }) };
      const page = await trades.list(query);
      return { trades: await presentTrades(networks, page.trades), cursor: page.cursor };
    },

    async refresh(wallet, page) {
      await refresh.ofWallet(wallet);
      return service.list(wallet, page);
    },

    async ofWallet(wallet, id) {
      const trade = await require(id);
      if (trade.terms.wallet !== wallet) throw notFound();
      return present(trade);
    },

    async newest(wallet) {
      const [newest] = (await trades.list({ wallet, limit: 1 })).trades;
      if (newest === undefined) throw notFound();
      return present(newest);
    },

    find: async (id) => present(await require(id)),

    async setHash(id, text) {
      const trade = await require(id);
      const { aggregator, fromChainId } = trade.terms;
      const reference = aggregator === null ? null : deps.referenceOf(aggregator, { id: text, fromChainId });
      if (reference !== null) return present(await takeReference(trade, reference));
      const hash = parseTransactionHash(fromChainId, text);
      // The new hash may start the automatic checks of this trade again. If this would exceed the limit of automatically checked trades,
      // the checks of other trades are stopped first.
      if (trade.status === 'failed') await makeRoom(trade.terms.wallet);
      return present(await takeHash(trade, hash));
    },

    async claim(id, { status = null, destinationTxHash = null }) {
      const { terms } = await require(id);
      const said = { status, destinationHash: destinationTxHash };
      const { claim } = await trades.claim(terms.tradeId, said);
      const isNoted = (own: string | null | undefined, theirs: string | null) => theirs === null || own === theirs;
      if (!isNoted(claim?.status, status) || !isNoted(claim?.destinationHash, destinationTxHash)) {
        const message =
          'Clients have reported too many updates of this trade, so further reports are refused. The chain or the aggregator decides the status of the trade.';
        throw new TerminalError({ code: 'too-many-claims', message, status: 429 });
      }
      return service.look(terms.tradeId);
    },

    async look(id) {
      const trade = await require(id);
      await refresh.one(trade);
      return present((await trades.read(trade.terms.tradeId)) ?? trade);
    },
  };
  return service;

  async function require(id: string): Promise<TradeReading> {
    if (isUuid(id)) return (await trades.read(id.toLowerCase())) ?? fail();
    const hash = anyTransactionHash(id);
    if (hash === null) {
      const message = 'Expected the UUID of a record, or the hash of its transaction.';
      throw new TerminalError({ code: 'invalid-hash', message, status: 400 });
    }
    const held = await hashes.holderOf(hash);
    const found = held === null ? null : await trades.read(held.tradeId);
    // If the record now shows another hash, the entry by which the record was found is outdated, and the transaction counts as not found.
    return found !== null && found.hash === hash ? found : fail();
  }

  /**
   * Sets the reference under which the aggregator finds a trade.
   * @throws TerminalError 409 `order-is-known`, `trade-is-settled`
   */
  async function takeReference(trade: TradeReading, reference: ProviderReference): Promise<TradeReading> {
    const { tradeId, reference: known, wallet } = trade.terms;
    const isSame = (own: JsonObject | null) => own !== null && canonicalJson(own) === canonicalJson(reference);
    if (isSame(known)) return trade;
    if (trade.status === 'failed') await makeRoom(wallet);
    const after = known === null ? await trades.setReference(tradeId, reference) : trade;
    if (isSame(after.terms.reference)) return after;
    const isOver = after.terms.reference === null;
    const message = isOver
      ? `This trade has already ended with status ${after.status}, so its order id cannot be changed.`
      : 'This record already belongs to another order of its aggregator.';
    throw new TerminalError({ code: isOver ? 'trade-is-settled' : 'order-is-known', message, status: 409 });
  }

  async function repeated(known: TradeReading, requestDigest: string): Promise<{ trade: PublicTrade; isNew: boolean }> {
    if (known.requestDigest === requestDigest) return { trade: await present(known), isNew: false };
    const message = 'A record with this UUID already exists with different contents. Use a new UUID for each trade.';
    throw new TerminalError({ code: 'transaction-exists', message, status: 409 });
  }

  /**
   * Validates the terms of a trade record.
   * @throws InvalidInputError with the problems of the terms and their chains
   */
  async function checkedTerms(input: CreateTrade, quote: QuotedTrade | null): Promise<TradeTerms> {
    const unknown = await unknownChains({
      fromChainId: input.fromChainId ?? quote?.fromChainId,
      toChainId: input.toChainId ?? quote?.toChainId,
    });
    let terms: TradeTerms;
    try {
      terms = tradeTermsOf(input, quote);
    } catch (error) {
      throw error instanceof InvalidInputError ? new InvalidInputError([...unknown, ...error.problems]) : error;
    }
    if (unknown.length > 0) throw new InvalidInputError(unknown);
    return terms;
  }

  async function unknownChains(chains: {
    readonly fromChainId: number | undefined;
    readonly toChainId: number | undefined;
  }): Promise<Problem[]> {
    const found = await Promise.all(
      (['fromChainId', 'toChainId'] as const).map(async (name): Promise<Problem[]> => {
        const chainId = chains[name];
        if (chainId === undefined || (await networks.get(chainId)) !== null) return [];
        const message = 'This chain is not known; GET /api/common/network lists the known chains.';
        return [{ path: `body.${name}`, code: 'unknown-chain', message }];
      }),
    );
    return found.flat();
  }

  async function present(trade: TradeReading): Promise<PublicTrade> {
    const [shown] = await presentTrades(networks, [trade]);
    return shown ?? fail();
  }
}

/**
 * Converts the EVM addresses of a request to lowercase, so that equal requests can be recognized. Addresses of Solana and TRON are
 * case-sensitive and stay unchanged.
 */
function withoutCasing(input: CreateTrade): CreateTrade {
  const plain = <Text extends string | undefined>(text: Text): Text | string => (isEvmForm(text) ? text.toLowerCase() : text);
  const { walletAddress, recipient, fromToken, toToken } = input;
  return {
    ...input,
    walletAddress: plain(walletAddress),
    recipient: plain(recipient),
    fromToken: plain(fromToken),
    toToken: plain(toToken),
  };
}

function isEvmForm(text: string | undefined): text is string {
  return text !== undefined && /^0[xX][0-9a-fA-F]{40}$/.test(text);
}

function digestOf(input: CreateTrade): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}

function fail(): never {
  throw notFound();
}

function notFound(): TerminalError {
  return new TerminalError({
    code: 'transaction-not-found',
    message: 'No trade with this UUID or transaction hash is recorded.',
    status: 404,
  });
}
