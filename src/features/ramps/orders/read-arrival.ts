import type { SeenBlock } from '../../../market/deferred/seen-blocks.ts';
import type { TradeReceipts } from '../../../platform/chain/trade-receipt.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type ChainAddress, isAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { isHash } from '../../../values/hash.ts';
import { isNative } from '../../../values/native.ts';
import { parseAmount } from '../../../values/parse-amount.ts';
import { transactionHashOn } from '../../../values/parse-transaction-hash.ts';
import type { RampArrival, RampOrderTerms, RampReport } from '../../../values/ramp-order.ts';

/** Reads from the chain how much of the bought crypto has arrived. @throws the errors of `ChainReads`, and of `noteBlock` */
export type LookForArrival = (terms: RampOrderTerms, report: RampReport) => Promise<RampArrival>;

const NATIVE_DECIMALS = 18;

export function createLookForArrival(deps: {
  readonly receipts: TradeReceipts;
  /** Returns a listed token's decimals; null when it is not listed. */
  readonly decimalsOf: (chainId: number, token: ChainAddress) => Promise<number | null>;
  /** Remembers the block that shows an order's delivery, so that the order's delivery is read again when a reorg removes the block. */
  readonly noteBlock: (reference: string, block: SeenBlock) => Promise<void>;
}): LookForArrival {
  const { receipts, decimalsOf, noteBlock } = deps;
  return async (terms, report) => {
    const { side, chainId, token, wallet } = terms;
    if (side === 'sell') return unreadable('a sale pays out money, which does not arrive on a chain');
    if (chainId === null || token === null) return unreadable('the coin matches no token of this service');
    if (!isAddress(token) || !isAddress(wallet) || !receipts.canRead(chainId))
      return unreadable('this service does not read the chain of the coin');
    if (report.transactionHash === null) return unseen('the provider has not stated the transaction');
    const hash = transactionHashOn(chainId, report.transactionHash);
    if (!isHash(hash)) return unreadable('the transaction that the provider stated is not a transaction hash of the chain');
    const decimals = isNative(token) ? NATIVE_DECIMALS : await decimalsOf(chainId, token);
    if (decimals === null) return unreadable('the token is not in the token list of this service');
    const receipt = await receipts.read(chainId, { hash, token, recipient: wallet, relayer: null });
    if (receipt.kind !== 'mined') return unseen('the transaction is not in a block yet');
    if (!receipt.isFinal) return unseen('the block of the transaction is not final yet');
    if (receipt.arrived === null) return unreadable("the node of the chain no longer stores the balances at the transaction's block");
    const promised = promisedOf(terms, report, decimals);
    const missing = promised === null || promised <= receipt.arrived ? null : formatAmount(promised - receipt.arrived, decimals);
    await noteBlock(terms.reference, { chainId, ...receipt.block });
    return { kind: 'arrived', amount: formatAmount(receipt.arrived, decimals), missing, transactionHash: hash };
  };
}

/**
 * Creates the function that reads from the chain what a purchase has delivered. It never throws: the result is `unseen` when the chain
 * cannot be read now.
 */
export function createReadArrival({ look, log }: { readonly look: LookForArrival; readonly log: Log }): LookForArrival {
  return async (terms, report) => {
    try {
      return await look(terms, report);
    } catch (error) {
      if (error instanceof CoxswainError) return unseen(`the chain could not be read (${error.code})`);
      log.error('Reading what a ramp order delivered failed with an unexpected error', { reference: terms.reference, error });
      return unseen('the chain could not be read (unexpected error)');
    }
  };
}

/**
 * Returns the amount that should have arrived, in base units: the ordered amount of crypto if the order states one, otherwise the amount
 * that the provider reports.
 */
function promisedOf({ amount, amountOf }: RampOrderTerms, { cryptoAmount }: RampReport, decimals: number): bigint | null {
  const text = amountOf === 'crypto' ? amount : cryptoAmount;
  if (text === null) return null;
  try {
    return parseAmount(text, decimals);
  } catch {
    // The promised amount has more decimal places than the token, so the amount is not used.
    return null;
  }
}

function unseen(reason: string): RampArrival {
  return { kind: 'unseen', reason };
}

function unreadable(reason: string): RampArrival {
  return { kind: 'unreadable', reason };
}
