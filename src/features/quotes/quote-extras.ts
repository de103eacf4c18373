import type { Prices } from '../../market/prices/create-prices.ts';
import type { TransferFees } from '../../market/routes/transfer-fees.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import type { Log } from '../../platform/log/log.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { DataFees } from '../../values/cost-estimate.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import { parseRational, type Rational } from '../../values/rational.ts';
import { sampleCalldata } from '../../values/sample-calldata.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import type { ApprovalNeed, Approvals } from './approvals.ts';
import type { FeesOnTransfer } from './fee-on-transfer.ts';
import type { QuoteRequest, QuoteToken } from './provider.ts';
import type { ResolvedQuote } from './resolve-quote.ts';

/**
 * Data in addition to a quote request with which quotes are checked and completed: token prices, whether an approval is needed, and the gas
 * price. It is read once for all providers.
 */
export type QuoteExtras = {
  /** The quote request, with the prices of both tokens where known. */
  readonly request: QuoteRequest;
  /** Whether the wallet must approve the input token; null when the wallet is unknown or its chain cannot be read. */
  readonly approval: ApprovalNeed | null;
  /** The fees that the two tokens of the trade take on each transfer; zero where no fee is known. */
  readonly transferFees: FeesOnTransfer;
  /**
   * Converts an amount of gas to its cost in dollars. On a rollup, the data fee of an average swap is added. Returns null when the chain's
   * gas price or the price of its native token is unknown.
   */
  gasUsd(gas: bigint): Rational | null;
};

/**
 * Reads the additional data for a quote request (prices, approval need, gas price). Never throws, and always ends within its time limit.
 * Values that are not available are left out, because the API specification calls these data "best-effort".
 */
export type QuoteExtrasSource = (resolved: ResolvedQuote) => Promise<QuoteExtras>;

/** Calldata as long as that of a typical swap through the Relayer, with which a rollup's data fee is estimated. */
const DATA_OF_A_SWAP = sampleCalldata(1_200);
/** Gas of a typical swap through the Relayer, with which a rollup's data fee is estimated. */
const GAS_OF_A_SWAP = 300_000n;

export function createQuoteExtras(deps: {
  prices: Prices;
  tokens: Tokens;
  approvals: Approvals;
  chains: Chains;
  transferFees: TransferFees;
  timeoutMs: number;
  log: Log;
}): QuoteExtrasSource {
  const { prices, tokens, approvals, chains, transferFees, timeoutMs, log } = deps;

  return async (resolved) => {
    const { request } = resolved;
    const { chainId } = request.from;
    const { from, to } = request;
    const [priced, approval, nativeUsd, weiPerGas, forData, fromFee, toFee] = await Promise.all([
      bestEffort('prices', prices.pricesOf([request.from, request.to])),
      bestEffort('allowance', approvalNeed(resolved)),
      bestEffort('native price', nativePrice(chainId)),
      bestEffort('gas price', gasPrice(chainId)),
      bestEffort('data fees', dataFees(chainId)),
      bestEffort('transfer fee', transferFees.of(from.chainId, from.address)),
      bestEffort('transfer fee', transferFees.of(to.chainId, to.address)),
    ]);
    const withPrice = (token: QuoteToken): QuoteToken => {
      const usd = priced?.get(tokenKey(token.chainId, token.address))?.price?.usd;
      return usd === undefined ? token : { ...token, priceUSD: usd };
    };
    return {
      request: { ...request, from: withPrice(request.from), to: withPrice(request.to) },
      approval,
      transferFees: { ofInputBps: fromFee?.sellBps ?? 0, ofOutputBps: toFee?.buyBps ?? 0 },
      gasUsd: (gas) => {
        if (nativeUsd === null || weiPerGas === null || forData === null) return null;
        return baseUnitsToUsd((gas + forData.gas) * weiPerGas + forData.wei, nativeUsd.usd, nativeUsd.decimals);
      },
    };
  };

  async function approvalNeed({ request, relayer, wallet, spent }: ResolvedQuote): Promise<ApprovalNeed | null> {
    // Without the Relayer contract, each provider has its own contract to approve, so the needed approvals are known only after the build.
    if (relayer === null || wallet === null) return null;
    const { from } = request;
    return await approvals.needOf({ chainId: from.chainId, token: from.address, owner: wallet, spender: relayer, amount: spent });
  }

  async function nativePrice(chainId: number): Promise<{ readonly usd: Rational; readonly decimals: number } | null> {
    const native = await tokens.find(chainId, NATIVE_ADDRESS);
    if (native === null) return null;
    const { price } = await prices.priceOf(native);
    return price === null ? null : { usd: parseRational(price.usd), decimals: native.decimals };
  }

  async function gasPrice(chainId: number): Promise<bigint | null> {
    if (!chains.has(chainId)) return null;
    const fees = await chains.of(chainId).estimateFees();
    return fees.kind === 'eip1559' ? fees.maxFeePerGas : fees.gasPrice;
  }

  /** Estimates a rollup's fee for the data of a swap. Typical calldata is used, because the real calldata is known only after the build. */
  async function dataFees(chainId: number): Promise<DataFees | null> {
    return chains.has(chainId) ? await chains.of(chainId).dataFees({ to: NATIVE_ADDRESS, data: DATA_OF_A_SWAP }, GAS_OF_A_SWAP) : null;
  }

  async function bestEffort<T>(what: string, work: Promise<T | null>): Promise<T | null> {
    try {
      return await withinTime(work, timeoutMs, () => null);
    } catch (error) {
      log.debug('Reading additional data of a quote failed, so the quote is returned without this data', { what, error });
      return null;
    }
  }
}
