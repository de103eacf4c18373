import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import {
  compareRationals,
  divideRationals,
  floorRational,
  formatRational,
  formatTrimmed,
  multiplyRationals,
  type Rational,
} from '../../values/rational.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import { createChainBudget } from './chain-budget.ts';
import type { GasDays } from './gas-days.ts';
import type { GasPrices } from './gas-prices.ts';
import type { GasRepository, GasUsedUp } from './gas-repository.ts';

/** A planned transaction whose gas the executor would pay. */
export type GasAsk = {
  readonly chainId: number;
  readonly wallet: Address;
  /** Id of the agent's or position's record. */
  readonly subject: string;
  /** Unique key of the transaction, under which its gas cost is charged. */
  readonly key: string;
  readonly gas: bigint;
  /** Fee in wei in addition to the gas, which a rollup charges for the transaction's data. Missing when there is none. */
  readonly otherFees?: bigint | undefined;
  /** Value of the trade in dollars; null when the price is unknown. */
  readonly worthUsd: Rational | null;
  /** True when the transaction is an exit: it protects the owner's funds or pays them out. For exits, other limits apply. */
  readonly isExit: boolean;
};

export type GasSkipKind = 'not-worth-gas' | 'gas-price-too-high' | 'gas-budget-used' | 'no-price';

export type GasRefusal = {
  readonly kind: GasSkipKind;
  readonly detail: string;
  /** When the transaction can be planned again (UTC ms); null when unknown. */
  readonly untilMs: number | null;
};

/** The gas cost of a settled transaction. `wei` is from the receipt; null when the cost is unknown, 0 when no transaction was sent. */
export type GasSettled = { readonly chainId: number; readonly wallet: Address; readonly key: string; readonly wei: bigint | null };

/** Decides whether the executor pays for a transaction. Both functions throw RetryableError when the chain or the store cannot be read. */
export type GasRules = {
  /**
   * Decides whether the executor pays for a planned transaction. Returns the reason when the transaction is refused. Returns null when it
   * is admitted; its cost is then reserved until `settle` is called.
   */
  readonly admit: (ask: GasAsk) => Promise<GasRefusal | null>;
  /** Charges the actual cost of a transaction. Repeated calls for the same transaction have no effect. */
  readonly settle: (settled: GasSettled) => Promise<void>;
};

/** Limits on the gas costs that executors pay, in US dollars. A limit of 0 is not applied. */
export type GasSettings = {
  /** Minimum value of a trade that is not an exit, as a multiple of the trade's own gas cost. */
  readonly valueFactor: Rational;
  /** Minimum value of an exit (a protective sell or a pay-out), as a multiple of the exit's own gas cost. */
  readonly exitValueFactor: Rational;
  /** Maximum gas cost in dollars of one transaction that is not an exit. */
  readonly maxUsd: Rational;
  /** Maximum gas cost in dollars of one exit (a protective sell or a pay-out). */
  readonly maxExitUsd: Rational;
  /** Maximum gas cost in dollars of one agent or position per UTC day. */
  readonly dailyUsdEach: Rational;
  /** Maximum gas cost in dollars of one wallet per UTC day. */
  readonly dailyUsdPerWallet: Rational;
  /** Additional gas cost in dollars per wallet and UTC day that only exits can use. */
  readonly dailyExitReserveUsd: Rational;
  /**
   * Maximum gas cost in dollars on one chain per UTC day. The cost of exits is counted, but an exit is never refused because of this limit.
   */
  readonly dailyUsdPerChain: Rational;
};

const DAY_MS = 24 * 3_600_000;
/**
 * Maximum number of postponed orders that a node remembers per UTC day. The number is limited so that postponed orders cannot fill the
 * node's memory.
 */
const MOST_SKIPPED = 50_000;
const MICRO: Rational = { numerator: 1_000_000n, denominator: 1n };
const NO_BOUND = Number.MAX_SAFE_INTEGER;

export function createGasRules(deps: {
  prices: Pick<GasPrices, 'of'>;
  repository: GasRepository;
  days: GasDays;
  clock: Clock;
  settings: GasSettings;
}): GasRules {
  const { prices, repository, days, clock, settings } = deps;
  const { dailyUsdPerChain } = settings;
  const ofChain = createChainBudget({ days, clock, maxMicroUsd: isOn(dailyUsdPerChain) ? microOf(dailyUsdPerChain) : NO_BOUND });
  const hasRules = Object.values(settings).some(isOn);
  const isFirst = createFirstOfDay(clock);

  return {
    async admit(ask) {
      if (!hasRules) return null;
      const { weiPerGas, nativeUsd } = await prices.of(ask.chainId);
      if (nativeUsd === null) return ask.isExit ? null : noNativePrice(ask.chainId);
      const costUsd = baseUnitsToUsd(ask.gas * weiPerGas + (ask.otherFees ?? 0n), nativeUsd, 18);
      const refusal =
        tooDear(ask, costUsd, weiPerGas) ?? notWorth(ask, costUsd) ?? (await overChain(ask, costUsd)) ?? (await overBudget(ask, costUsd));
      if (refusal !== null && isFirst(ask)) await days.skip(ask.chainId);
      return refusal;
    },
    async settle({ chainId, wallet, key, wei }) {
      if (!hasRules) return;
      const nativeUsd = wei === null || wei === 0n ? null : (await prices.of(chainId)).nativeUsd;
      const paid = wei === null || nativeUsd === null ? null : microOf(baseUnitsToUsd(wei, nativeUsd, 18));
      const held = await repository.heldOf(wallet, key);
      if (held === null) return ofChain.release(key);
      // The gas cost is added to the day's sum before it is charged to the wallet. After a crash between these two writes, the cost is
      // added to the sum twice, which only uses up the chain's limit earlier.
      if (wei !== 0n) await days.add(chainId, { wei: wei ?? 0n, microUsd: paid ?? held });
      await repository.charge(wallet, key, wei === 0n ? 0 : paid);
      // The reservation for the chain's limit is released only after the payment is added to the day's sum. So the cost of the transaction
      // counts at any time: as a reservation, as a payment, or briefly as both.
      ofChain.release(key);
    },
  };

  function tooDear({ isExit }: GasAsk, costUsd: Rational, weiPerGas: bigint): GasRefusal | null {
    const most = isExit ? settings.maxExitUsd : settings.maxUsd;
    if (!isOn(most) || compareRationals(costUsd, most) <= 0) return null;
    const gwei = formatTrimmed({ numerator: weiPerGas, denominator: 1_000_000_000n }, 3);
    const detail =
      `The gas of the transaction would cost ${dollars(costUsd)} at ${gwei} gwei, more than the limit of ${dollars(most)} for ` +
      `one ${isExit ? 'exit' : 'transaction'}.`;
    return { kind: 'gas-price-too-high', detail, untilMs: null };
  }

  function notWorth({ isExit, worthUsd }: GasAsk, costUsd: Rational): GasRefusal | null {
    const factor = isExit ? settings.exitValueFactor : settings.valueFactor;
    if (!isOn(factor)) return null;
    if (worthUsd === null)
      return isExit
        ? null
        : noPrice('Neither token of the trade has a price, so the value of the trade cannot be compared with the cost of its gas.');
    if (compareRationals(worthUsd, multiplyRationals(costUsd, factor)) >= 0) return null;
    const times = formatTrimmed(factor, 3);
    const detail =
      `The trade is worth ${dollars(worthUsd)} and its gas would cost ${dollars(costUsd)}, but a trade must be worth at least ` +
      `${times} times its gas.`;
    return { kind: 'not-worth-gas', detail, untilMs: null };
  }

  async function overChain({ chainId, subject, key, isExit }: GasAsk, costUsd: Rational): Promise<GasRefusal | null> {
    if (isExit || !isOn(dailyUsdPerChain)) return null;
    const use = await ofChain.reserve(chainId, { key, subject, microUsd: microOf(costUsd) });
    if (use === null) return null;
    const detail =
      `The executor's daily gas limit on chain ${chainId} (UTC day) does not allow this transaction: ` +
      `${dollars(fromMicro(use.usedMicroUsd))} of ${dollars(fromMicro(use.ofMicroUsd))} is spent, and this transaction would ` +
      `cost ${dollars(costUsd)}.`;
    return { kind: 'gas-budget-used', detail, untilMs: nextDayMs() };
  }

  async function overBudget({ wallet, subject, key, isExit }: GasAsk, costUsd: Rational): Promise<GasRefusal | null> {
    const reserve = isExit ? microOf(settings.dailyExitReserveUsd) : 0;
    const boundOf = (usd: Rational) => (isOn(usd) ? microOf(usd) + reserve : NO_BOUND);
    const bounds = { ofSubject: boundOf(settings.dailyUsdEach), ofWallet: boundOf(settings.dailyUsdPerWallet) };
    const usedUp = await repository.setAside(wallet, { key, subject, microUsd: microOf(costUsd) }, bounds);
    if (usedUp === null) return null;
    ofChain.release(key);
    return { kind: 'gas-budget-used', detail: usedUpText(usedUp, costUsd), untilMs: nextDayMs() };
  }

  function nextDayMs(): number {
    return (Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS;
  }
}

/**
 * Creates a function that returns whether an order or an agent's trade is postponed for the first time on its UTC day, as far as this node
 * knows. The function is needed because a postponed order is tried again repeatedly, but must be counted only once.
 */
function createFirstOfDay(clock: Clock): (ask: Pick<GasAsk, 'subject' | 'key'>) => boolean {
  let day = 0;
  const seen = new Set<string>();
  return ({ subject, key }) => {
    const today = Math.floor(clock.now() / DAY_MS);
    if (today !== day) seen.clear();
    day = today;
    // The last part of a transaction's key is the number of the attempt. The number is removed, because all attempts at an order must be
    // counted as one order.
    const order = `${subject} ${key.replace(/\/[^/]*$/, '')}`;
    if (seen.has(order) || seen.size >= MOST_SKIPPED) return false;
    seen.add(order);
    return true;
  };
}

function usedUpText({ who, usedMicroUsd, ofMicroUsd }: GasUsedUp, costUsd: Rational): string {
  const whose = who === 'wallet' ? "The wallet's" : 'Its own';
  return (
    `${whose} daily gas limit (UTC day) does not allow this transaction: ${dollars(fromMicro(usedMicroUsd))} of ` +
    `${dollars(fromMicro(ofMicroUsd))} is spent, and this transaction would cost ${dollars(costUsd)}.`
  );
}

function noNativePrice(chainId: number): GasRefusal {
  return noPrice(`The native coin of chain ${chainId} has no price, so the cost of gas is unknown.`);
}

function noPrice(detail: string): GasRefusal {
  return { kind: 'no-price', detail, untilMs: null };
}

function isOn({ numerator }: Rational): boolean {
  return numerator > 0n;
}

/** Converts dollars to millionths of a dollar, rounded up. */
function microOf(usd: Rational): number {
  const whole = floorRational(multiplyRationals(usd, MICRO));
  return Math.min(NO_BOUND / 4, Number(whole) + 1);
}

function fromMicro(microUsd: number): Rational {
  return divideRationals({ numerator: BigInt(Math.floor(microUsd)), denominator: 1n }, MICRO);
}

/** Formats an amount in dollars, such as `$0.62`. Amounts below one cent get six decimal places. */
function dollars(usd: Rational): string {
  const isSmall = compareRationals(usd, { numerator: 1n, denominator: 100n }) < 0;
  return `$${formatRational(usd, isSmall ? 6 : 2)}`;
}
