import type { Prices } from '../../../market/prices/create-prices.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { ChainReads, ChainReceipt, ChainTransaction } from '../../../platform/chain/chain.ts';
import type { KnownMethod } from '../../../platform/chain/wallet-calls/known-methods.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { isHash } from '../../../values/hash.ts';
import { clause, shortHash } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { parseRational } from '../../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../../values/usd.ts';
import { askBack, type Handler, refuse } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import { errorText } from '../lookup/error-text.ts';
import { shortened } from '../lookup/find-token.ts';
import type { OwnChains, ReadableChain } from '../lookup/own-chains.ts';
import { tokenMoves } from '../lookup/token-moves.ts';
import { txSentence } from './tx-sentence.ts';

export type TxInfoDeps = {
  readonly chains: OwnChains;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly nativeOf: (chainId: number) => Promise<Token | null>;
  readonly knownMethod: (data: `0x${string}`) => KnownMethod | null;
};

type TxInfo = NonNullable<AnswerData['txInfo']>;
type Mined = { readonly transaction: ChainTransaction; readonly receipt: ChainReceipt | null };

const MOST_TRANSFERS = 30;

/** Creates the handler that explains a transaction: its outcome, its method, its transfers and its cost. */
export function createTxInfo(deps: TxInfoDeps): Handler {
  const { chains } = deps;

  return async ({ slots, chainId: walletChainId }) => {
    if (slots.hash === undefined) return askBack('Which transaction? Give its hash (0x followed by 64 hex digits).', ['hash']);
    const hash = slots.hash.toLowerCase();
    if (!isHash(hash))
      return refuse(
        'hash-not-evm',
        `"${shortened(slots.hash)}" is not a transaction hash of an EVM chain. This service reads transactions of EVM chains only.`,
      );
    const chainId = slots.fromChainId ?? slots.toChainId;
    let asked: readonly ReadableChain[];
    if (chainId === undefined) {
      const all = await chains.all();
      asked = [...all].sort((a, b) => Number(b.network.id === walletChainId) - Number(a.network.id === walletChainId));
    } else {
      const opened = await chains.open(chainId);
      if (opened.answer) return opened.answer;
      asked = [opened.found];
    }
    const problems: string[] = [];
    const looks = asked.map(async (place) => {
      try {
        return { place, found: await place.chain.onOneEndpoint(lookFor(hash), { isDoubtful: (found) => found === null }) };
      } catch (error) {
        if (!(error instanceof CoxswainError)) throw error;
        problems.push(`${place.network.name} could not be read (${clause(errorText(error))})`);
        return { place, found: null };
      }
    });
    for (const { place, found } of await Promise.all(looks)) {
      if (found === null) continue;
      const txInfo = await describe(place, found);
      return { action: 'tx_info', text: txSentence(txInfo), data: { txInfo } };
    }
    const where = asked.map(({ network }) => network.name).join(', ');
    const trouble = problems.length === 0 ? '' : ` ${problems.join('; ')}.`;
    if (problems.length > 0 && problems.length === asked.length)
      return refuse('chains-unreadable', `The transaction ${shortHash(hash)} could not be looked up:${trouble}`);
    return refuse(
      'transaction-not-found',
      `No transaction ${shortHash(hash)} is on ${where === '' ? 'any configured chain' : where}.${trouble}`,
    );
  };

  async function describe({ network, chain }: ReadableChain, { transaction, receipt }: Mined): Promise<TxInfo> {
    const { id: chainId, nativeCurrency, explorerUrl } = network;
    const { hash, from, to, nonce, value, data } = transaction;
    const moves = receipt === null ? [] : await tokenMoves(chainId, receipt.logs, deps);
    const feeWei = receipt === null ? null : feeOf(receipt);
    const block = receipt === null ? null : await chain.getBlock(receipt.blockNumber);
    const head = receipt === null ? null : await chain.getBlockNumber();
    const native = await deps.nativeOf(chainId);
    const { price } = native === null || feeWei === null ? { price: null } : await deps.prices.priceOf(native);
    return {
      ...{ chainId, chain: network.name, hash, from, to, nonce, valueWei: value.toString() },
      ...{ value: formatAmount(value, nativeCurrency.decimals), nativeSymbol: nativeCurrency.symbol },
      status: receipt?.status ?? 'pending',
      ...{ blockNumber: receipt?.blockNumber ?? null, minedAt: block === null ? null : isoOf(block.timestampSec * 1_000) },
      confirmations: receipt === null || head === null ? null : Math.max(0, head - receipt.blockNumber),
      createdContract: receipt?.contractAddress ?? null,
      method: data === '0x' ? null : methodOf(data),
      selector: data.length >= 10 ? data.slice(0, 10) : null,
      transfers: moves.slice(0, MOST_TRANSFERS).map(({ log: _, ...move }) => move),
      moreTransfers: Math.max(0, moves.length - MOST_TRANSFERS),
      gasUsed: receipt?.gasUsed?.toString() ?? null,
      feeWei: feeWei?.toString() ?? null,
      fee: feeWei === null ? null : formatAmount(feeWei, nativeCurrency.decimals),
      feeUsd:
        feeWei === null || price === null ? null : usdTextOf(baseUnitsToUsd(feeWei, parseRational(price.usd), nativeCurrency.decimals)),
      revertReason: receipt?.status === 'reverted' ? await reasonOf(chain, transaction, receipt) : null,
      explorerUrl: explorerUrl === null ? null : `${explorerUrl.replace(/\/+$/, '')}/tx/${hash}`,
    };
  }

  function methodOf(data: `0x${string}`): TxInfo['method'] {
    const known = deps.knownMethod(data);
    return known === null ? null : { name: known.name, signature: known.signature, args: { ...known.args } };
  }
}

function lookFor(hash: Parameters<ChainReads['getTransaction']>[0]): (reads: ChainReads) => Promise<Mined | null> {
  return async (reads) => {
    const [transaction, receipt] = await Promise.all([reads.getTransaction(hash), reads.getReceipt(hash)]);
    return transaction === null ? null : { transaction, receipt };
  };
}

/** Returns the fee of a transaction in wei; null when the node does not report it. */
function feeOf({ gasUsed, effectiveGasPrice, otherFees = 0n }: ChainReceipt): bigint | null {
  return gasUsed === null || effectiveGasPrice === null || otherFees === null ? null : gasUsed * effectiveGasPrice + otherFees;
}

/**
 * Finds why a transaction reverted, by repeating its call on the state before its block. The reason can be a different one, because other
 * transactions of the block may have changed that state.
 */
async function reasonOf(
  chain: Pick<ChainReads, 'call'>,
  { from, to, data, value }: ChainTransaction,
  { blockNumber }: ChainReceipt,
): Promise<string | null> {
  if (to === null) return null;
  try {
    await chain.call({ from, to, data, value, at: blockNumber - 1 });
    return null;
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    const reason = error.details?.reason;
    return error.code === 'execution-reverted' && typeof reason === 'string' ? reason : null;
  }
}
