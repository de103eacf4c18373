import type { Networks } from '../../market/networks/create-networks.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { TransferFeeRules } from '../../market/routes/transfer-fee-rules.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { type Address, isAddress, parseAddress } from '../../values/address.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import type { DcaTerms } from '../../values/dca-terms.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type IdSource, isUuid } from '../../values/id-source.ts';
import type { JsonObject } from '../../values/json.ts';
import { isNative } from '../../values/native.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import {
  compareRationals,
  divideRationals,
  formatRational,
  HUNDRED,
  multiplyRationals,
  parseRational,
  type Rational,
} from '../../values/rational.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import { checkClaim } from './check-claim.ts';
import type { DcaPositions } from './dca-positions.ts';
import type { DcaReading } from './dca-record.ts';
import type { ReadFinality } from './fill-finality.ts';
import type { FillRepository } from './fill-repository.ts';
import type { LinkRepository, PositionLink } from './link-repository.ts';
import { presentFills, presentRecords } from './present-records.ts';
import type { PublicDcaFill, PublicDcaRecord } from './routes/dca-schemas.ts';

/** A client's request to create a DCA record, after the types of its fields were validated. */
export type CreateDca = {
  readonly walletAddress: Address;
  /**
   * The chain id; null when the client did not send `chainId` as an object that contains the id, as the API specification requires. Without
   * it, both tokens count as not found.
   */
  readonly chainId: number | null;
  readonly fromToken: string;
  readonly toToken: string;
  /** The position's total budget in whole tokens, as a decimal string. */
  readonly amount: string;
  readonly frequency: number;
  /** The time window over which the position's orders are distributed, in seconds. */
  readonly interval: number;
  readonly isAutoBuy: boolean;
  readonly timeFrame: string | null;
};

export type StatusFilter = 'all' | 'active' | 'completed' | 'cancelled';

/** The service behind the DCA routes (API specification, "DCA"). Records include details of their tokens. */
export type DcaService = {
  /**
   * Creates a DCA record. The reply includes the fee that its position will pay.
   * @throws InvalidInputError 400; TerminalError `order-below-minimum` (400)
   */
  create(input: CreateDca): Promise<PublicDcaRecord>;
  /**
   * Validates a request to create a DCA record in the way `create` does, but stores nothing.
   * @throws the errors of `create`
   */
  check(input: CreateDca): Promise<{ readonly terms: DcaTerms; readonly feeBps: number | null }>;
  /**
   * Builds the error for an invalid create request. It contains the problems in `problems` and, in addition, the problems of the request's
   * tokens.
   */
  refuseInvalid(
    named: { readonly chainId: number | null; readonly fromToken: unknown; readonly toToken: unknown },
    problems: readonly Problem[],
  ): Promise<InvalidInputError>;
  /**
   * Merges client fields into a DCA record.
   * @throws InvalidInputError 400; TerminalError `dca-not-found` (404), `claim-too-large` (413)
   */
  update(recordId: string, fields: JsonObject): Promise<void>;
  cancel(recordId: string): Promise<void>;
  claim(recordId: string): Promise<void>;
  /** Lists the DCA records of a wallet, newest first. */
  list(wallet: Address, status: StatusFilter): Promise<readonly PublicDcaRecord[]>;
  /** Lists at most 200 fills (executed orders) of a wallet, newest first. */
  fills(wallet: Address, positionId: number | null): Promise<readonly PublicDcaFill[]>;
};

const MAX_FILLS = 200;
/** Maximum length of a position's time window in seconds: ten years, the same limit as in the vault contract. */
const MAX_INTERVAL_SEC = 3650 * 86_400;
const MAX_FREQUENCY = 2 ** 32 - 1;
/** Statuses that the query value `active` selects: all statuses of positions that have not ended. */
const LIVE = ['pending', 'success', 'active'];

export function createDcaService(deps: {
  networks: Networks;
  tokens: Tokens;
  prices: Prices;
  fees: Pick<TransferFeeRules, 'whyNotSpent' | 'whyNotBought'>;
  positions: DcaPositions;
  links: LinkRepository;
  fills: FillRepository;
  readFinality: ReadFinality;
  /**
   * Returns the fee that a position would pay if it were created now; null when the chain has no vault, or when the fee cannot be read in
   * time.
   */
  newPositionFee: (chainId: number) => Promise<number | null>;
  ids: IdSource;
  log: Log;
  minOrderUsd: Rational;
}): DcaService {
  const { networks, tokens, prices, fees, positions, links, fills, readFinality, newPositionFee, ids, log, minOrderUsd } = deps;
  const repeats = createRepeats({ log });

  return {
    async check(input) {
      const terms = await checkedTerms(input);
      return { terms, feeBps: await newPositionFee(terms.chainId) };
    },

    async create(input) {
      const terms = await checkedTerms(input);
      const asked = { isAutoBuy: input.isAutoBuy, timeFrame: input.timeFrame };
      const found = await links.takeUnasked(terms);
      const reading = found === null ? await createNew(terms, asked) : await takeOver(found, asked);
      const record = await presentOne(reading);
      return { ...record, feeBps: record.feeBps ?? (await newPositionFee(terms.chainId)) };
    },

    async refuseInvalid({ chainId, fromToken, toToken }, problems) {
      const known = new Set(problems.map(({ path }) => path));
      const found = tokenProblems(chainId, await findNamed({ chainId, fromToken, toToken })).filter(({ path }) => !known.has(path));
      return refusalOf([...found, ...problems]);
    },

    async update(recordId, fields) {
      checkClaim(fields);
      const reading = await requireRecord(recordId);
      await positions.claim(recordId, fields);
      if (fields.status === 'success') await lookAtOnce(reading.terms.chainId);
    },

    // The routes for cancelling and completing only set the record's stored status. The API specification does not state which value they
    // set. The next tick (once a minute) replaces the status with the one on the chain.
    cancel: (recordId) => setStatus(recordId, 'cancelled'),
    claim: (recordId) => setStatus(recordId, 'completed'),

    async list(wallet, status) {
      const readings = await positions.listOf(wallet);
      const wanted = status === 'active' ? LIVE : [status];
      const shown = status === 'all' ? readings : readings.filter(({ record }) => wanted.some((one) => one === record.status));
      return presentRecords(tokens, shown);
    },

    async fills(wallet, positionId) {
      return presentFills(
        tokens,
        readFinality,
        await fills.listOf({ wallet, limit: MAX_FILLS, ...(positionId === null ? {} : { positionId }) }),
      );
    },
  };

  async function checkedTerms(input: CreateDca): Promise<DcaTerms> {
    const named = await findNamed(input);
    const terms = termsOf(input, named);
    await refuseSmallOrders(terms, named.from);
    await refuseFees(terms, named);
    return terms;
  }

  async function setStatus(recordId: string, status: string): Promise<void> {
    await requireRecord(recordId);
    await positions.claim(recordId, { status });
  }

  async function requireRecord(recordId: string): Promise<DcaReading> {
    // A text that is not a UUID cannot be the id of a record, so no actor is addressed with it.
    const reading = isUuid(recordId) ? await positions.read(recordId.toLowerCase()) : null;
    if (reading !== null) return reading;
    throw new TerminalError({ code: 'dca-not-found', message: 'No DCA position with this id exists.', status: 404 });
  }

  async function createNew(terms: DcaTerms, asked: { isAutoBuy: boolean; timeFrame: string | null }): Promise<DcaReading> {
    const record = { recordId: ids(), terms, ...asked, isAdopted: false };
    // The record is added to the waiting list before its actor is created. If a crash happens between these two writes, a position that
    // appears on the chain still finds the entry and is linked. In the opposite order, the record could remain without an entry, and its
    // position would never be linked to it.
    await links.wait(record);
    // The position may have been found on the chain after the search for an existing link and before the waiting-list entry was written. In
    // that case the position was linked to a new record, which this request takes over; see `LinkRepository`.
    const found = await links.takeUnasked(terms);
    if (found === null) return positions.create(record);
    await links.forget(record.recordId);
    return takeOver(found, asked);
  }

  /**
   * The link from the on-chain position to its record is written before the record's actor is created, so the actor may not exist yet. If
   * it does not exist, it is created here.
   */
  async function takeOver(found: PositionLink, asked: { isAutoBuy: boolean; timeFrame: string | null }): Promise<DcaReading> {
    await positions.create(found.record);
    return positions.askedFor(found.recordId, asked);
  }

  /**
   * If the chain cannot be read now, the update of the record still succeeds, because the next tick (once a minute) reads the chain again.
   */
  async function lookAtOnce(chainId: number): Promise<void> {
    try {
      await positions.followChain(chainId);
      repeats.over(String(chainId), 'Reading the vault directly after a request works again', { chainId });
    } catch (error) {
      repeats.warn(String(chainId), 'Reading the vault directly after a request failed; the next tick reads the vault', { chainId, error });
    }
  }

  async function presentOne(reading: DcaReading): Promise<PublicDcaRecord> {
    const [presented] = await presentRecords(tokens, [reading]);
    if (presented === undefined) throw new TypeError(`The record ${reading.record.id} is missing in the reply`);
    return presented;
  }

  async function findToken(chainId: number | null, text: string): Promise<Token | null> {
    // A token of a chain without a DCA vault counts as not found. Solana and TRON have no vault, so only the address format of EVM chains
    // is accepted.
    const address = text.toLowerCase();
    if (chainId === null || !isEvmChain(chainId) || !isAddress(address)) return null;
    if ((await networks.get(chainId))?.show !== true) return null;
    return tokens.find(chainId, address);
  }

  async function findNamed(asked: { chainId: number | null; fromToken: unknown; toToken: unknown }): Promise<NamedTokens> {
    const { chainId, fromToken, toToken } = asked;
    const find = async (token: unknown) => (typeof token === 'string' ? findToken(chainId, token) : null);
    const [from, to] = await Promise.all([find(fromToken), find(toToken)]);
    const network = chainId === null ? null : await networks.get(chainId);
    return { from, to, wrappedNative: network?.contracts.wrappedNative ?? null };
  }

  /** Refuses tokens that take a fee on transfers. If a token starts to take such a fee later, the position's orders are skipped. */
  async function refuseFees({ chainId, fromToken, toToken }: DcaTerms, { from, to }: NamedTokens): Promise<void> {
    const [spent, bought] = await Promise.all([fees.whyNotSpent(chainId, fromToken), fees.whyNotBought(chainId, toToken)]);
    const problems: Problem[] = [];
    const refuse = (name: string, token: Token | null, reason: string, instead: string) =>
      problems.push({ path: `body.${name}`, code: 'fee-on-transfer', message: `${token?.symbol} takes a fee: ${reason} ${instead}` });
    if (spent !== null) refuse('fromToken', from, spent, 'First swap this token for a token without a transfer fee, and spend that token.');
    if (bought !== null) refuse('toToken', to, bought, 'Buy a token without a transfer fee.');
    if (problems.length > 0) throw refusalOf(problems);
  }

  async function refuseSmallOrders(terms: DcaTerms, from: Token | null): Promise<void> {
    if (from?.coingeckoId === undefined) return;
    const { price } = await prices.priceOf(from);
    if (price === null) return;
    const total = baseUnitsToUsd(BigInt(terms.amountBaseUnits), parseRational(price.usd), from.decimals);
    const perOrder = divideRationals(total, { numerator: BigInt(terms.frequency), denominator: 1n });
    if (perOrder.numerator <= 0n || compareRationals(perOrder, minOrderUsd) >= 0) return;
    const [shown, least] = [dollars(perOrder), dollars(minOrderUsd)];
    throw new TerminalError({
      code: 'order-below-minimum',
      message: `Each order is only ~$${shown}. Minimum is ~$${least} per order so it can be executed.`,
      status: 400,
      details: { perOrderUsd: shown, minOrderUsd: least },
    });
  }
}

/** The records of the requested tokens (null when not listed), and the wrapped token of the chain's native coin. */
type NamedTokens = { readonly from: Token | null; readonly to: Token | null; readonly wrappedNative: Address | null };

/** Converts a request to the terms of a DCA position. Throws one error that lists all problems of the request. */
function termsOf(input: CreateDca, named: NamedTokens): DcaTerms {
  const { from, to } = named;
  const { chainId, walletAddress: wallet, frequency, interval } = input;
  const problems: Problem[] = tokenProblems(chainId, named);
  if (from !== null && to !== null && from.address === to.address) {
    problems.push({
      path: 'body.toToken',
      code: 'same-token',
      message: 'The bought token must differ from the spent token.',
    });
  }
  if (frequency > MAX_FREQUENCY)
    problems.push({ path: 'body.frequency', code: 'too-many-orders', message: `A position can have at most ${MAX_FREQUENCY} orders.` });
  if (interval < frequency) {
    const message = 'The interval is the total time of all orders in seconds, and must be at least one second per order.';
    problems.push({ path: 'body.interval', code: 'interval-too-short', message });
  }
  if (interval > MAX_INTERVAL_SEC) {
    problems.push({
      path: 'body.interval',
      code: 'interval-too-long',
      message: `The interval (the total time of all orders) can be at most ${MAX_INTERVAL_SEC} seconds.`,
    });
  }
  const amount = from === null ? null : amountOf(input.amount, from.decimals, frequency, problems);
  if (problems.length > 0 || from === null || to === null || chainId === null || amount === null) throw refusalOf(problems);
  const tokens = {
    fromToken: parseAddress(from.address),
    toToken: parseAddress(to.address),
    fromDecimals: from.decimals,
    toDecimals: to.decimals,
  };
  return { wallet, chainId, ...tokens, amountBaseUnits: toBaseUnits(amount), frequency, durationSec: interval };
}

/** Lists the problems of a request's tokens and their chain. The API specification documents the messages about tokens. */
function tokenProblems(chainId: number | null, { from, to, wrappedNative }: NamedTokens): Problem[] {
  const problems: Problem[] = [];
  const missing = (name: string, message: string) => problems.push({ path: `body.${name}`, code: 'token-not-found', message });
  if (from === null) missing('fromToken', 'From token not found for the given chain');
  if (to === null) missing('toToken', 'To token not found for the given chain');
  for (const [name, token] of Object.entries({ fromToken: from, toToken: to })) {
    if (token === null || !isNative(token.address)) continue;
    const instead = wrappedNative === null ? 'Use its wrapped form' : `Use its wrapped form, ${wrappedNative},`;
    const message = `The vault holds ERC-20 tokens only, and ${token.symbol} is the chain's native coin. ${instead} instead.`;
    problems.push({ path: `body.${name}`, code: 'native-token', message });
  }
  if (chainId === null) {
    const message = 'Expected an object with the chain id in its member `chainId`, such as {"chainId": 137}.';
    problems.push({ path: 'body.chainId', code: 'chain-id-form', message });
  }
  return problems;
}

/** Codes of problems that concern a token. The API specification documents the message only for `token-not-found`. */
const OF_TOKENS = ['token-not-found', 'native-token', 'fee-on-transfer'];

function refusalOf(problems: readonly Problem[]): InvalidInputError {
  // If a request has a problem with a token, the problem's message is also the summary of the error.
  const told = OF_TOKENS.map((ofTokens) => problems.find(({ code }) => code === ofTokens)).find((problem) => problem !== undefined);
  return new InvalidInputError(problems, told === undefined ? {} : { code: told.code, message: told.message });
}

function amountOf(text: string, decimals: number, frequency: number, problems: Problem[]): bigint | null {
  try {
    const amount = parseAmount(text, decimals);
    if (amount >= BigInt(frequency)) return amount;
    const message =
      amount === 0n
        ? 'The amount must be above 0.'
        : 'The amount is too small to be divided into this number of orders. Give a larger amount or fewer orders.';
    problems.push({ path: 'body.amount', code: 'amount-too-small', message });
  } catch (error) {
    if (!(error instanceof TerminalError)) throw error;
    problems.push({ path: 'body.amount', code: error.code, message: error.message });
  }
  return null;
}

/**
 * Formats an amount of dollars with two decimal places; with more when the result would otherwise be zero, and with none for whole dollars.
 */
function dollars(value: Rational): string {
  const cents = multiplyRationals(value, HUNDRED);
  if (cents.numerator < cents.denominator) return formatRational(value, 8).replace(/0+$/, '').replace(/\.$/, '');
  return formatRational(value, 2).replace(/\.00$/, '');
}
