import type { SeenBlock } from '../../market/deferred/seen-blocks.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { TradeReceipt, TradeReceipts } from '../../platform/chain/trade-receipt.ts';
import { type ChainAddress, isAddress } from '../../values/address.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { isHash, type TransactionHash } from '../../values/hash.ts';
import { transactionHashOn } from '../../values/parse-transaction-hash.ts';
import type { TradeObservation, TradeTerms } from '../../values/trade-terms.ts';
import type { ProviderStatus, QuoteProvider } from '../quotes/provider.ts';
import type { TradeReading, TradeStatusSource } from './trade-record.ts';

type Trade = Pick<TradeReading, 'terms' | 'hash' | 'createdAtMs'>;
/** A trade whose status is being checked. `blocks` collects the blocks whose data determine the outcome. */
type Inquiry = Trade & { readonly blocks: SeenBlock[] };

/** What the chain shows about a transaction, or the reason why the transaction could not be read. */
type Look = TradeReceipt | { readonly kind: 'no-endpoint' } | { readonly kind: 'unreadable'; readonly code: string };

export type TradeStatusDeps = {
  readonly receipts: TradeReceipts;
  readonly networks: Pick<Networks, 'get'>;
  /** Returns the status look-up of an aggregator; null when it has none or the aggregator is unknown. */
  readonly providerStatus: (aggregator: string) => QuoteProvider['status'];
  /**
   * Called before an outcome that chains have shown is returned. It stores the blocks on which the outcome is based, so that the trade is
   * checked again when a reorg removes one of them.
   */
  readonly noteEnd: (tradeId: string, blocks: readonly SeenBlock[]) => Promise<void>;
};

/**
 * Determines a trade's status (domain decisions, "Trades"). `success` requires a receipt which shows that the requested token arrived at
 * the recipient. For a swap, this is the receipt of the source transaction; for a bridge, that of the delivering transaction, which the
 * aggregator reports. When this node cannot read the source or destination chain (Solana, TRON, no endpoint), the aggregator's report
 * decides (`provider-says`, `provider-failed`; API specification, "States"), and the result counts as not verified. When a readable chain
 * shows that the transaction belongs to another wallet, or does not have the transaction, no aggregator is asked. No conclusion is drawn
 * from a transaction that the chain does not show to be the wallet's. Nor is one drawn from a transaction that is older than the record,
 * unless it delivered the requested output; otherwise any old transaction of a wallet could be used as the outcome of its next trade.
 */
export function createTradeStatus(deps: TradeStatusDeps): TradeStatusSource {
  return {
    async statusOf(trade, signal) {
      const inquiry = { ...trade, blocks: [] };
      const found = await inquire(inquiry, signal);
      if (found.status !== 'pending' && inquiry.blocks.length > 0) await deps.noteEnd(trade.terms.tradeId, inquiry.blocks);
      return found;
    },
  };

  async function inquire(trade: Inquiry, signal: AbortSignal): Promise<TradeObservation> {
    const { terms, hash } = trade;
    const look = hash === null ? null : await lookAt(trade, terms.fromChainId, hash, sourceArrival(terms));
    const found = { hash, sender: senderIn(look, terms.wallet) };
    const bySource = look === null ? null : judgeSource(look, trade, found.sender);
    if (look?.kind === 'mined' && found.sender === 'wallet' && isOlder(look, trade) && bySource?.status !== 'success')
      return { ...NOTHING, hash, reason: 'hash-older-than-record' };
    if (bySource !== null) return { ...NOTHING, ...found, ...bySource };
    const byProvider = await askProvider(trade, look, found.sender, signal);
    return { ...NOTHING, ...found, ...(byProvider ?? { reason: whyUnknown(look, found.sender, isSwap(terms)) }) };
  }

  function canRead(chainId: number): boolean {
    return isEvmChain(chainId) && deps.receipts.canRead(chainId);
  }

  /**
   * Reads what this node's endpoint shows about a transaction. If the endpoint is unavailable now, the result states this, and no error is
   * thrown, because the check is repeated later.
   */
  async function lookAt({ blocks }: Inquiry, chainId: number, hash: TransactionHash, { token, recipient }: Arrival): Promise<Look> {
    if (!canRead(chainId) || !isHash(hash) || !isAddress(token) || !isAddress(recipient)) return { kind: 'no-endpoint' };
    const relayer = (await deps.networks.get(chainId))?.contracts.relayer ?? null;
    try {
      const receipt = await deps.receipts.read(chainId, { hash, token, recipient, relayer });
      if (receipt.kind === 'mined') blocks.push({ chainId, ...receipt.block });
      return receipt;
    } catch (error) {
      if (error instanceof CoxswainError) return { kind: 'unreadable', code: error.code };
      throw error;
    }
  }

  async function askProvider(
    trade: Inquiry,
    look: Look | null,
    sender: Sender,
    signal: AbortSignal,
  ): Promise<Partial<TradeObservation> | null> {
    const { aggregator, reference, fromChainId, toChainId } = trade.terms;
    const status = aggregator === null ? null : deps.providerStatus(aggregator);
    if (status === null) return null;
    const ask = (txHash: TransactionHash | null) => status({ txHash, fromChainId, toChainId, reference: reference ?? {} }, signal);
    // Aggregators are asked by transaction hash only when the chain has shown that the wallet sent the transaction. For a hash of another
    // wallet, or one that the chain does not have, they would return the status of a different trade.
    const isProved = sender === 'wallet';
    const doubtful = look?.kind === 'no-endpoint' ? trade.hash : null;
    try {
      if (isProved || reference !== null) {
        const said = await ask(isProved ? trade.hash : null);
        // An aggregator that finds trades only by their transaction hash reports no status when it is asked without the hash.
        const isTold = said.status !== 'pending' || said.substatus !== null;
        if (isProved || isTold || doubtful === null) {
          const judged = await judgeProvider(said, trade, isProved || !canRead(fromChainId));
          const sourceHash = trade.hash === null ? await sourceOf(said, trade) : null;
          return sourceHash === null ? judged : { ...judged, sourceHash };
        }
      }
      return doubtful === null ? null : await judgeProvider(await ask(doubtful), trade, true);
    } catch (error) {
      if (error instanceof CoxswainError) return { reason: error.code };
      throw error;
    }
  }

  /**
   * Returns the hash of the source transaction that the aggregator reports; null when the aggregator reports none, or when the chain does
   * not show that the wallet sent the transaction.
   */
  async function sourceOf({ sourceHash }: ProviderStatus, trade: Inquiry): Promise<TransactionHash | null> {
    const { terms } = trade;
    const hash = sourceHash === undefined ? null : transactionHashOn(terms.fromChainId, sourceHash);
    if (hash === null) return null;
    const look = await lookAt(trade, terms.fromChainId, hash, sourceArrival(terms));
    return look.kind === 'no-endpoint' || senderIn(look, terms.wallet) === 'wallet' ? hash : null;
  }

  /**
   * Evaluates an aggregator's status.
   * @param isDecisive whether the aggregator's status decides the outcome: the chain has shown that the wallet sent the source transaction,
   * or this node cannot read the source chain
   */
  async function judgeProvider(said: ProviderStatus, trade: Inquiry, isDecisive: boolean): Promise<Partial<TradeObservation>> {
    const told = toldBy(said, trade.terms);
    if (said.status === 'failed') return { ...told, status: 'failed', reason: 'provider-failed' };
    if (said.status === 'success' && isDecisive && !canRead(trade.terms.toChainId))
      return { ...hearsay(said, trade.terms), status: 'success' };
    // If the aggregator reports a transaction that delivered the output, this transaction is checked, whatever status the aggregator
    // reports.
    const delivery = await judgeDelivery(told.destinationHash, trade);
    if (delivery.kind === 'arrived') return { ...told, ...arrived(delivery.amount, trade.terms) };
    if (said.status === 'pending') return { ...told, reason: 'provider-pending' };
    return delivery.kind === 'not-told' ? hearsay(said, trade.terms) : { ...told, reason: delivery.reason };
  }

  /** Evaluates the transaction that delivered the output of a trade, if the aggregator reported one and this node can read its chain. */
  async function judgeDelivery(hash: TransactionHash | null, trade: Inquiry): Promise<Delivery> {
    const look = hash === null ? null : await lookAt(trade, trade.terms.toChainId, hash, arrivalOf(trade.terms));
    if (look === null || look.kind === 'no-endpoint') return { kind: 'not-told' };
    if (look.kind === 'unreadable') return { kind: 'open', reason: look.code };
    if (look.kind !== 'mined') return { kind: 'open', reason: 'delivery-not-on-chain' };
    if (look.status === 'reverted') return { kind: 'open', reason: 'delivery-reverted' };
    if (!look.isFinal) return { kind: 'open', reason: 'confirming' };
    if (isOlder(look, trade)) return { kind: 'open', reason: 'hash-older-than-record' };
    if (look.arrived === null) return { kind: 'not-told' };
    return look.arrived === 0n ? { kind: 'open', reason: 'not-arrived' } : { kind: 'arrived', amount: look.arrived };
  }
}

type Delivery =
  | { readonly kind: 'arrived'; readonly amount: bigint }
  /** No readable chain shows whether the output was delivered. */
  | { readonly kind: 'not-told' }
  | { readonly kind: 'open'; readonly reason: string };

/** Maximum number of characters of an aggregator's text that a record stores. */
const MOST_WORDS = 200;
/** Maximum time in ms from the mining of a transaction to the creation of its trade record. */
const LATE_RECORD_MS = 10 * 60_000;

function isOlder({ minedAtMs }: { readonly minedAtMs: number }, { createdAtMs }: Trade): boolean {
  return minedAtMs < createdAtMs - LATE_RECORD_MS;
}

/** Returns the details that an aggregator reported without proof. They are shown, but have no effect on the status. */
function hearsay(said: ProviderStatus, terms: TradeTerms): Partial<TradeObservation> {
  const { substatus, destinationHash } = toldBy(said, terms);
  return { substatus: substatus ?? said.status, destinationHash, reason: said.status === 'pending' ? 'provider-pending' : 'provider-says' };
}

/**
 * Truncates the aggregator's text to the length that a record stores, and converts the hash to the notation of its chain. After a refund,
 * the hash can be on the source chain.
 */
function toldBy({ substatus, hash }: ProviderStatus, { fromChainId, toChainId }: TradeTerms) {
  const destinationHash = hash === null ? null : (transactionHashOn(toChainId, hash) ?? transactionHashOn(fromChainId, hash));
  return { substatus: substatus?.slice(0, MOST_WORDS) ?? null, destinationHash };
}

type Sender = TradeObservation['sender'];
type Arrival = { readonly token: ChainAddress; readonly recipient: ChainAddress };

const NOTHING: TradeObservation = {
  hash: null,
  status: 'pending',
  substatus: null,
  reason: null,
  amountOut: null,
  destinationHash: null,
  sender: 'unseen',
};

function senderIn(look: Look | null, wallet: ChainAddress): Sender {
  if (look === null || !('from' in look)) return 'unseen';
  return look.from === wallet ? 'wallet' : 'other';
}

/** Returns the trade's status if the source transaction alone determines the status; otherwise null. */
function judgeSource(look: Look, { terms }: Trade, sender: Sender): Partial<TradeObservation> | null {
  if (look.kind !== 'mined' || sender !== 'wallet') return null;
  if (!look.isFinal) return { reason: 'confirming' };
  if (look.status === 'reverted') return { status: 'failed', reason: 'reverted' };
  if (!isSwap(terms) || look.arrived === null || look.arrived === 0n) return null;
  return arrived(look.arrived, terms);
}

/**
 * Builds the result for a trade whose output has arrived. The trade counts as successful even if the amount is below the record's minimum;
 * then the reason states this.
 */
function arrived(amount: bigint, { amountOutMin }: TradeTerms): Partial<TradeObservation> {
  const isLess = amountOutMin !== null && amount < BigInt(amountOutMin);
  return { status: 'success', reason: isLess ? 'below-minimum' : null, amountOut: textOf(amount) };
}

/** Returns the reason for an unknown trade status when there is no other source to ask. */
function whyUnknown(look: Look | null, sender: Sender, isSwap: boolean): string {
  if (look === null) return 'no-hash';
  if (look.kind === 'unreadable') return look.code;
  if (look.kind === 'no-endpoint') return 'no-status-source';
  if (look.kind === 'unknown') return 'hash-not-on-chain';
  if (sender === 'other') return 'hash-of-another-wallet';
  if (look.kind === 'waiting') return 'in-the-pool';
  // The source transaction of a bridge succeeded. Only an aggregator can report the status on the destination chain.
  if (!isSwap) return 'no-status-source';
  return look.arrived === null ? 'arrival-not-shown' : 'not-arrived';
}

/** Whether the trade is a swap on one chain. The receipt of its single transaction shows the output. */
function isSwap({ fromChainId, toChainId }: TradeTerms): boolean {
  return fromChainId === toChainId;
}

function arrivalOf({ toToken, recipient }: TradeTerms): Arrival {
  return { token: toToken, recipient };
}

/**
 * Returns the transfer that is expected in the source transaction. For a bridge there is none; only the transaction's sender and status are
 * checked.
 */
function sourceArrival(terms: TradeTerms): Arrival {
  return isSwap(terms) ? arrivalOf(terms) : { token: terms.fromToken, recipient: terms.wallet };
}

function textOf(amount: bigint | null): BaseUnits | null {
  return amount === null ? null : toBaseUnits(amount);
}
