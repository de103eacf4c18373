import type { Prices } from '../../../market/prices/create-prices.ts';
import type { TransferFees } from '../../../market/routes/transfer-fees.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { Chain, ChainCall } from '../../../platform/chain/chain.ts';
import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import type { ResolveEns } from '../../../platform/chain/wallet-calls/resolve-ens.ts';
import { type Address, isAddress, NO_ADDRESS, parseAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import { mostPerGas } from '../../../values/most-per-gas.ts';
import { isNative } from '../../../values/native.ts';
import { parseRational } from '../../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../../values/usd.ts';
import { refuse } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { Notice, Unsigned } from '../answers/shared-schemas.ts';
import { errorText, revertText } from '../lookup/error-text.ts';
import { shortened } from '../lookup/find-token.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { ReadableChain } from '../lookup/own-chains.ts';
import type { TokenAmount } from '../lookup/read-amount.ts';
import { tokenRef } from './held-token.ts';
import { feeNotices } from './transfer-fee.ts';
import { warningsOf } from './transfer-warnings.ts';

export type TransferDeps = {
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly calls: Pick<WalletCalls, 'transfer'>;
  readonly transferFees: Pick<TransferFees, 'of'>;
  readonly resolveEns: ResolveEns;
  readonly nativeOf: (chainId: number) => Promise<Token | null>;
};

type Transfer = NonNullable<AnswerData['transfer']>;

/**
 * A transfer that a wallet can sign. The transaction `txn` is null when it must not be prepared, for example for a transfer to the zero
 * address.
 */
export type PreparedTransfer = { readonly transfer: Transfer; readonly txn: Unsigned | null };

export type PrepareTransfer = (asked: {
  readonly wallet: Address;
  /** The receiver as the message names it: an address or a name. */
  readonly to: string;
  readonly token: Token;
  readonly amount: TokenAmount;
  readonly place: ReadableChain;
}) => Promise<Found<PreparedTransfer>>;

/** Creates the function that prepares a transfer and lists the reasons why the wallet should not sign it. */
export function createPrepareTransfer(deps: TransferDeps): PrepareTransfer {
  const { prices } = deps;

  return async ({ wallet, to: named, token, amount, place: { chain, network } }) => {
    const receiver = await receiverOf(named);
    if (receiver.answer) return receiver;
    const { units, text } = amount;
    const { to, name } = receiver.found;
    const tx = transactionOf(token, wallet, to, units, network.name);
    const call = { from: wallet, to: parseAddress(tx.to), data: tx.data as `0x${string}`, value: BigInt(tx.value) };
    const [warnings, fees, { gas, notices }] = await Promise.all([
      warningsOf(chain, token, wallet, to, units),
      feeNotices({ chain, transferFees: deps.transferFees }, { token, call, to, units }),
      gasOf(chain, wallet, call, token, units),
    ]);
    const { price } = await prices.priceOf(token);
    const valueUsd = price === null ? null : usdTextOf(baseUnitsToUsd(units, parseRational(price.usd), token.decimals));
    const transfer: Transfer = {
      ...{ token: tokenRef(token), amount: text, amountUnits: units.toString(), amountNote: amount.note, valueUsd },
      ...{ to, toName: name, gas, warnings: [...warnings, ...fees, ...notices] },
    };
    return found({ transfer, txn: to === NO_ADDRESS ? null : tx });
  };

  async function receiverOf(text: string): Promise<Found<{ readonly to: Address; readonly name: string | null }>> {
    const lowered = text.toLowerCase();
    if (isAddress(lowered)) return found({ to: lowered, name: null });
    if (!text.includes('.'))
      return instead(refuse('receiver-not-evm', `"${shortened(text)}" is no address of an EVM chain (0x...), so nothing was prepared.`));
    const resolved = await deps.resolveEns(text);
    if (resolved === 'not-configured')
      return instead(
        refuse(
          'names-not-configured',
          `Names such as ${shortened(text)} cannot be resolved here: chain 1 is not configured. Send the address.`,
        ),
      );
    if (resolved === null)
      return instead(refuse('name-not-found', `The name ${shortened(text)} has no address on chain. Send the address instead.`));
    return found({ to: resolved, name: text });
  }

  function transactionOf(token: Token, from: Address, to: Address, units: bigint, chainName: string): Unsigned {
    const description = `Send ${formatAmount(units, token.decimals)} ${token.symbol} on ${chainName} to ${to}`;
    const common = { chainId: token.chainId, from, description };
    const { address } = token;
    if (isNative(address) || !isAddress(address)) return { ...common, to, data: '0x', value: units.toString() };
    return { ...common, to: address, data: deps.calls.transfer(to, units), value: '0' };
  }

  async function gasOf(
    chain: Chain,
    from: Address,
    call: ChainCall,
    token: Token,
    units: bigint,
  ): Promise<{ readonly gas: Transfer['gas']; readonly notices: readonly Notice[] }> {
    try {
      const [used, fees, balance] = await Promise.all([chain.estimateGas(call), chain.estimateFees(), chain.getBalance(from)]);
      const costWei = used * mostPerGas(fees);
      const needed = costWei + (isNative(token.address) ? units : 0n);
      const native = await deps.nativeOf(token.chainId);
      const { price } = native === null ? { price: null } : await prices.priceOf(native);
      const costUsd =
        native === null || price === null ? null : usdTextOf(baseUnitsToUsd(costWei, parseRational(price.usd), native.decimals));
      const gas = { units: used.toString(), costWei: costWei.toString(), costUsd };
      if (balance >= needed) return { gas, notices: [] };
      const shown = (wei: bigint) => exactText(formatAmount(wei, 18));
      const symbol = native?.symbol ?? 'native asset';
      const message = `the wallet has ${shown(balance)} ${symbol}, and the transfer with its gas needs up to ${shown(needed)}.`;
      return { gas, notices: [{ code: 'not-enough-gas', message }] };
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      if (error.code === 'insufficient-funds')
        return { gas: null, notices: [{ code: 'not-enough-gas', message: 'the wallet has too little for the transfer and its gas.' }] };
      const reason = error.details?.reason;
      const why =
        typeof reason === 'string'
          ? `the chain refuses this transfer: ${revertText(reason)}.`
          : `the gas of this transfer cannot be estimated: ${errorText(error)}`;
      return { gas: null, notices: [{ code: 'would-fail', message: why }] };
    }
  }
}
