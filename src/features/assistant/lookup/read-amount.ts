import type { Prices } from '../../../market/prices/create-prices.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { ChainReads } from '../../../platform/chain/chain.ts';
import type { Address } from '../../../values/address.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText, numberText } from '../../../values/inspection/plain-number.ts';
import { mostPerGas } from '../../../values/most-per-gas.ts';
import { isNative } from '../../../values/native.ts';
import { parseAmount } from '../../../values/parse-amount.ts';
import { compareRationals, floorRational, formatRational, HUNDRED, multiplyRationals, parseRational } from '../../../values/rational.ts';
import { usdToBaseUnits } from '../../../values/usd.ts';
import { askBack, refuse } from '../answers/answer.ts';
import type { Slots } from '../understanding/agent-service.ts';
import { type createMoney, moneyText } from './money.ts';
import { type Found, found, instead } from './outcome.ts';
import type { OwnChains } from './own-chains.ts';
import { readBalance } from './read-balance.ts';

/** An amount of a token that a message names. */
export type TokenAmount = {
  readonly units: bigint;
  /** The amount in whole tokens, as decimal text without rounding. */
  readonly text: string;
  /** A note for the user about how the amount was computed; null when the message stated the amount of the token. */
  readonly note: string | null;
};

export type ReadAmount = (
  slots: Pick<Slots, 'amount' | 'amountKind' | 'fiat'>,
  token: Token,
  of: {
    readonly wallet: Address | null;
    /** How the earlier steps of the same plan change the balance, in base units; negative when they spend the token. */
    readonly change?: bigint;
    /** True when a percentage is of the balance before the plan's first step, and not of what the earlier steps leave. */
    readonly isOfStart?: boolean;
  },
) => Promise<Found<TokenAmount>>;

/** Amount of gas, in gas units. When a message asks to spend the whole native asset, the price of this gas is left in the wallet. */
const GAS_LEFT = 400_000n;

/**
 * Creates the function that reads an amount from a message: an amount of the token, of dollars or another currency, a percentage of the
 * balance, or the whole balance.
 */
export function createReadAmount(deps: {
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly money: Pick<ReturnType<typeof createMoney>, 'toUsd'>;
  readonly chains: OwnChains;
}): ReadAmount {
  const { prices, money, chains } = deps;

  return async ({ amount, amountKind, fiat }, token, { wallet, change = 0n, isOfStart = false }) => {
    if (amountKind === 'all' || amountKind === 'percent') {
      const share = amountKind === 'all' ? HUNDRED : parseRational(amount ?? '0');
      return await shareOfBalance(share, token, { wallet, change, isOfStart });
    }
    if (amount === undefined) return instead(askBack(`How much ${token.symbol}?`, ['amount']));
    if (amountKind === 'usd' || (amountKind === undefined && fiat !== undefined)) return await worth(amount, fiat ?? 'USD', token);
    const units = parseAmount(amount, token.decimals);
    if (units === 0n) return instead(tooSmall(token));
    const fraction = amount.split('.')[1]?.replace(/0+$/, '') ?? '';
    if (fraction.length > token.decimals) return instead(askBack(tooFine(token, amount), ['amount']));
    return found({ units, text: formatAmount(units, token.decimals), note: null });
  };

  async function worth(amount: string, currency: string, token: Token): Promise<Found<TokenAmount>> {
    const usd = await money.toUsd(parseRational(amount), currency);
    if (usd === null)
      return instead(refuse('no-rate', `There is no exchange rate of ${currency} now. State the amount in dollars or in ${token.symbol}.`));
    const { price } = await prices.priceOf(token);
    if (price === null)
      return instead(
        refuse(
          'no-price',
          `${token.symbol} has no price now, so an amount in ${currency} cannot be converted. State the amount in ${token.symbol}.`,
        ),
      );
    const units = usdToBaseUnits(usd, parseRational(price.usd), token.decimals);
    if (units === 0n) return instead(tooSmall(token));
    return found({
      ...{ units, text: formatAmount(units, token.decimals) },
      note: `${exactText(amount)} ${currency}${currency === 'USD' ? '' : `, which is about $${moneyText(formatRational(usd, 18))},`} at $${moneyText(price.usd)} for one ${token.symbol} (${price.source})`,
    });
  }

  async function shareOfBalance(
    share: ReturnType<typeof parseRational>,
    token: Token,
    { wallet, change, isOfStart }: { readonly wallet: Address | null; readonly change: bigint; readonly isOfStart: boolean },
  ): Promise<Found<TokenAmount>> {
    if (wallet === null)
      return instead(
        refuse('no-wallet', 'A share of a balance can be computed only for a connected wallet. Connect a wallet, or state the amount.'),
      );
    if (compareRationals(share, HUNDRED) > 0 || share.numerator <= 0n)
      return instead(refuse('wrong-share', 'A share of a balance must be more than 0 and at most 100 percent.'));
    const opened = await chains.open(token.chainId);
    if (opened.answer) return opened;
    const { chain, network } = opened.found;
    const present = await readBalance(chain, token, wallet);
    const balance = present + change > 0n ? present + change : 0n;
    const base = isOfStart ? present : balance;
    const whole = floorRational(
      multiplyRationals({ numerator: base * share.numerator, denominator: share.denominator }, parseRational('0.01')),
    );
    const left = isNative(token.address) ? await gasCost(chain) : 0n;
    const units = balance - whole < left ? balance - left : whole;
    const held = `${numberText(formatAmount(base, token.decimals))} ${token.symbol}`;
    if (balance === 0n)
      return instead(
        refuse('no-balance', `The wallet has no ${token.symbol} on ${network.name}${change < 0n ? ' after the earlier steps' : ''}.`),
      );
    if (whole > balance)
      return instead(refuse('balance-too-small', `The earlier steps leave less than ${trimmedShare(share)} % of the ${held}.`));
    if (units <= 0n) return instead(refuse('balance-too-small', `The wallet has ${held} on ${network.name}, which is needed for gas.`));
    const kept = units < whole ? `, less ${numberText(formatAmount(whole - units, token.decimals))} for gas` : '';
    const percent = share === HUNDRED ? 'all' : `${trimmedShare(share)} %`;
    const after = change === 0n || isOfStart ? '' : ' after the earlier steps';
    return found({ units, text: formatAmount(units, token.decimals), note: `${percent} of ${held}${after}${kept}` });
  }
}

async function gasCost(chain: Pick<ChainReads, 'estimateFees'>): Promise<bigint> {
  return GAS_LEFT * mostPerGas(await chain.estimateFees());
}

function tooSmall({ symbol, decimals }: Token) {
  return refuse('amount-too-small', `The amount is less than the smallest unit of ${symbol} (${decimals} decimals).`);
}

function tooFine({ symbol, decimals }: Token, amount: string): string {
  return `${symbol} has ${decimals} digits after the point, and ${amount} has more. How much ${symbol}?`;
}

function trimmedShare({ numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint }): string {
  return denominator === 1n ? numerator.toString() : String(Number(numerator) / Number(denominator));
}
