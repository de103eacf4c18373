import type { Networks } from '../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { RelayerFees } from '../../platform/chain/relayer/relayer-fees.ts';
import type { Address, ChainAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isNative } from '../../values/native.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import { parseChainAddress } from '../../values/parse-chain-address.ts';
import { parseSlippageBps } from '../../values/slippage-bps.ts';
import type { QuoteRequest } from './provider.ts';
import type { QuoteInput } from './quote-input.ts';
import { quoteProblems, refusalOf } from './quote-problems.ts';
import { standInAddress } from './stand-in-address.ts';

/** A quote request after its chains and tokens were found among the configured ones. */
export type ResolvedQuote = {
  readonly input: QuoteInput;
  readonly request: QuoteRequest;
  /** The Relayer contract of the source chain; null when the chain has none, so that wallets send trades themselves. */
  readonly relayer: Address | null;
  /** Amount in base units that leaves the wallet, as entered by the user. `request.amountIn` is this amount minus the relayer's fee. */
  readonly spent: bigint;
  /** The wallet that sends the trade; null when the request did not contain one. */
  readonly wallet: ChainAddress | null;
};

export type QuoteResolver = {
  /**
   * Validates a quote request, and looks up its chains and tokens.
   * @throws TerminalError 404 `chain-not-found`, `from-token-not-found`, `to-token-not-found` with the documented messages; 400 for an
   * invalid amount, slippage or address, for the same token twice, and for a swap between two chains
   */
  resolve(input: QuoteInput): Promise<ResolvedQuote>;
};

export function createQuoteResolver(deps: { networks: Networks; tokens: Tokens; relayerFees: RelayerFees }): QuoteResolver {
  const { networks, tokens, relayerFees } = deps;
  return {
    async resolve(input) {
      const fromNetwork = await networks.requireShown(input.fromChainId);
      if (input.toChainId !== input.fromChainId) await networks.requireShown(input.toChainId);
      const from = await find(input.fromChainId, input.fromToken, 'from');
      const to = await find(input.toChainId, input.toToken, 'to');
      const kind = input.type === 'swap' ? 'swap' : 'bridge';
      if (kind === 'swap' && from.chainId !== to.chainId) {
        throw refuse('chains-differ', 'A swap stays on one chain: toChainId must equal fromChainId, or type must be bridge.');
      }
      if (from.chainId === to.chainId && from.address === to.address) {
        throw refuse('same-token', 'fromToken and toToken are the same token.');
      }
      const problems = quoteProblems(input, from.decimals);
      if (problems.length > 0) throw refusalOf(problems);
      const spent = parseAmount(input.amount, from.decimals);
      if (spent === 0n) {
        throw refuse('amount-too-small', `The amount is less than the smallest unit of ${from.symbol} (${from.decimals} decimals).`);
      }
      const wallet = input.srcWalletAddress === null ? null : parseChainAddress(from.chainId, input.srcWalletAddress);
      const recipient = recipientOf(input, wallet);
      const relayer = kind === 'swap' ? relayerOf(fromNetwork) : null;
      if (wallet !== null && isNative(wallet))
        throw refuse(
          'invalid-wallet',
          'srcWalletAddress is the placeholder address of the native asset, which is not a wallet. Use the address of a wallet.',
        );
      // Refuses recipients that a router would accept, but whose funds would be lost: the zero address, the two tokens, and the relayer.
      if (recipient !== null && (isNative(recipient) || [from.address, to.address, relayer ?? ''].includes(recipient))) {
        throw refuse('invalid-recipient', 'The recipient must be a wallet, not the zero address, one of the tokens or the relayer.');
      }
      const feeBps = relayer === null ? 0 : await relayerFees.feeBpsOf(from.chainId, relayer);
      return {
        input,
        relayer,
        spent,
        wallet,
        request: {
          kind,
          from,
          to,
          // The relayer's fee is rounded down, because the Relayer contract rounds it down, too.
          amountIn: spent - (spent * BigInt(feeBps)) / 10_000n,
          slippageBps: parseSlippageBps(input.slippage),
          sender: relayer ?? wallet ?? standInAddress(from.chainId),
          recipient: recipient ?? standInAddress(to.chainId),
          wallet: wallet ?? standInAddress(from.chainId),
          isBuildable: wallet !== null && recipient !== null,
        },
      };
    },
  };

  async function find(chainId: number, text: string, side: 'from' | 'to'): Promise<Token> {
    const token = await tokens.find(chainId, text);
    if (token !== null) return token;
    const message = side === 'from' ? 'From token not found' : 'To token not found';
    throw new TerminalError({ code: `${side}-token-not-found`, message, status: 404 });
  }
}

/**
 * Returns the recipient of the output: the address that the request contains, otherwise the wallet itself. Null when there is no wallet, or
 * when the wallet's address is not valid on the target chain (an EVM address is not valid on Solana).
 */
function recipientOf(input: QuoteInput, wallet: ChainAddress | null): ChainAddress | null {
  if (input.dstWalletAddress !== null) return parseChainAddress(input.toChainId, input.dstWalletAddress);
  return wallet !== null && standInAddress(input.fromChainId) === standInAddress(input.toChainId) ? wallet : null;
}

/**
 * Returns the Relayer contract of a chain; null when the chain has none. It calls the provider's contract in swaps. Bridges are sent by the
 * wallet itself, because a failed bridge refunds its caller, and the Relayer must not receive the refund.
 */
function relayerOf({ contracts }: EffectiveNetwork): Address | null {
  return contracts.relayer;
}

function refuse(code: string, message: string): TerminalError {
  return new TerminalError({ code, message, status: 400 });
}
