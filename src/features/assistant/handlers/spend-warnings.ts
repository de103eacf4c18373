import type { Token } from '../../../market/tokens/token.ts';
import type { Chain } from '../../../platform/chain/chain.ts';
import { withinTime } from '../../../platform/loop/within-time.ts';
import type { Address } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import { mostPerGas } from '../../../values/most-per-gas.ts';
import { isNative } from '../../../values/native.ts';
import type { Notice } from '../answers/shared-schemas.ts';
import type { OwnChains } from '../lookup/own-chains.ts';
import { readBalance } from '../lookup/read-balance.ts';

export type SpendWarningDeps = {
  readonly chains: Pick<OwnChains, 'open'>;
  readonly nativeOf: (chainId: number) => Promise<Token | null>;
};

/** What a wallet would spend: an amount of a token in base units, and gas; null when no gas is paid, or when its amount is not known. */
type Spending = { readonly units: bigint; readonly gas: bigint | null };

/** Waits for the reads that were begun, and warns when the wallet has too little of the token or for the gas. */
export type SpendWarnings = (spending: Spending) => Promise<readonly Notice[]>;

/** Begins to read what a wallet has of a token and of the native asset; without a wallet nothing is read, and there are no warnings. */
export type OpenSpendWarnings = (wallet: Address | null, token: Token) => SpendWarnings;

/** How long an answer that is otherwise ready still waits for the balances, in ms. */
const WAITS_MS = 400;

/** Creates the function that compares what a trade would spend with what the wallet has. It never throws. */
export function createSpendWarnings({ chains, nativeOf }: SpendWarningDeps): OpenSpendWarnings {
  return (wallet, token) => {
    if (wallet === null) return async () => [];
    const reading = holdingsOf(wallet, token);
    return async (spending) => {
      const holdings = await withinTime(reading, WAITS_MS, () => 'unknown' as const);
      if (holdings === 'no-chain') return [];
      if (holdings === 'unknown')
        return [notice('balance-unknown', `The wallet's balances could not be read in time. Check that it has enough ${token.symbol}.`)];
      return warningsFor(token, spending, holdings);
    };
  };

  async function holdingsOf(wallet: Address, token: Token) {
    try {
      const [opened, native] = await Promise.all([chains.open(token.chainId), nativeOf(token.chainId)]);
      if (opened.answer) return 'no-chain' as const;
      const { chain, network } = opened.found;
      const [held, wei, weiPerGas] = await Promise.all([readBalance(chain, token, wallet), chain.getBalance(wallet), gasPriceOf(chain)]);
      return { held, wei, weiPerGas, symbol: native?.symbol ?? 'native asset', place: network.name };
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      return 'unknown' as const;
    }
  }
}

type Holdings = {
  readonly held: bigint;
  readonly wei: bigint;
  readonly weiPerGas: bigint;
  readonly symbol: string;
  readonly place: string;
};

function warningsFor(token: Token, { units, gas }: Spending, { held, wei, weiPerGas, symbol, place }: Holdings): readonly Notice[] {
  const warnings: Notice[] = [];
  if (held < units) {
    const has = `${numberText(formatAmount(held, token.decimals))} ${token.symbol}`;
    warnings.push(notice('balance-too-small', `The wallet has only ${has} on ${place}.`));
  }
  const ofNative = isNative(token.address) ? units : 0n;
  const needed = gas === null ? 0n : gas * weiPerGas + ofNative;
  // When there is too little of the native asset even without gas, the first warning has said so.
  if (wei < needed && wei >= ofNative) {
    const shown = (amount: bigint) => numberText(formatAmount(amount, 18));
    const what = ofNative > 0n ? 'the amount with its gas' : 'the gas';
    warnings.push(
      notice('not-enough-gas', `The wallet has ${shown(wei)} ${symbol} on ${place}, and ${what} needs up to ${shown(needed)} ${symbol}.`),
    );
  }
  return warnings;
}

async function gasPriceOf(chain: Pick<Chain, 'estimateFees'>): Promise<bigint> {
  return mostPerGas(await chain.estimateFees());
}

function notice(code: string, message: string): Notice {
  return { code, message };
}
