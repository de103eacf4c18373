import type { SeenBlock } from '../../market/deferred/seen-blocks.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { TradeReceipt, TradeReceipts } from '../../platform/chain/trade-receipt.ts';
import { isAddress } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { isHash } from '../../values/hash.ts';
import { transactionHashOn } from '../../values/parse-transaction-hash.ts';
import type { ProviderStatus, QuoteProvider } from '../quotes/provider.ts';
import type { TradeObservation, TradeReading, TradeStatusSource, TradeTerms } from './trade-record.ts';

type Trade = Pick<TradeReading, 'terms' | 'hash' | 'createdAtMs'>;
/** A look at a trade, with the blocks that it has seen something in. */
type Inquiry = Trade & { readonly blocks: SeenBlock[] };

/** What can be said of a transaction: what its chain shows, or why that is not known. */
type Look = TradeReceipt | { readonly kind: 'no-endpoint' } | { readonly kind: 'unreadable'; readonly code: string };

export type TradeStatusDeps = {
  readonly receipts: TradeReceipts;
  readonly networks: Pick<Networks, 'get'>;
  /** The status look-up of an aggregator (its slug); null when it has none, or is not known. */
  readonly providerStatus: (aggregator: string) => QuoteProvider['status'];
  /** Told before an end that chains have shown is given: when one of the blocks is gone, the trade has to be looked at again. */
  readonly noteEnd: (tradeId: string, blocks: readonly SeenBlock[]) => Promise<void>;
};

/**
 * What became of a trade (domain decisions, "Trades"). `success` needs a receipt that shows the asked-for token arriving at the recipient:
 * the source transaction's for a swap, the delivering one's (which the aggregator names) for a bridge. Where this node cannot read the chain of
 * the source or of the delivery (Solana, TRON, one without an endpoint), the aggregator's word decides (`provider-says`, `provider-failed`; interface
 * document, "States"), and the end counts as not verified. Of a transaction that a readable chain shows to be another's, or not at all, nobody is asked.
 * Nothing is concluded from a transaction that the chain has not shown to be the wallet's, nor from one that is older than the record, unless it
 * brought what the record asks for: else any old transaction of a wallet could be made the end of its next trade.
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

  /** What this node's endpoint of the chain shows of the transaction. One that cannot be reached now is no error: there is a next look. */
  async function lookAt({ blocks }: Inquiry, chainId: number, hash: string, { token, recipient }: Arrival): Promise<Look> {
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
    const ask = (txHash: string | null) => status({ txHash, fromChainId, toChainId, reference: reference ?? {} }, signal);
    // A hash that the chain shows to be somebody else's, or not at all, would be answered with another trade's status.
    const isProved = sender === 'wallet';
    const doubtful = look?.kind === 'no-endpoint' ? trade.hash : null;
    try {
      if (isProved || reference !== null) {
        const said = await ask(isProved ? trade.hash : null);
        // Those that go by the hash say nothing without it.
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

  /** The transaction that its aggregator says paid in; null when it names none, or one that its chain does not show to be the wallet's. */
  async function sourceOf({ sourceHash }: ProviderStatus, trade: Inquiry): Promise<string | null> {
    const { terms } = trade;
    const hash = sourceHash === undefined ? null : transactionHashOn(terms.fromChainId, sourceHash);
    if (hash === null) return null;
    const look = await lookAt(trade, terms.fromChainId, hash, sourceArrival(terms));
    return look.kind === 'no-endpoint' || senderIn(look, terms.wallet) === 'wallet' ? hash : null;
  }

  /** @param isDecisive the source is proved, or its chain cannot be read here: nobody but the aggregator can tell */
  async function judgeProvider(said: ProviderStatus, trade: Inquiry, isDecisive: boolean): Promise<Partial<TradeObservation>> {
    const told = toldBy(said, trade.terms);
    if (said.status === 'failed') return { ...told, status: 'failed', reason: 'provider-failed' };
    if (said.status === 'success' && isDecisive && !canRead(trade.terms.toChainId))
      return { ...hearsay(said, trade.terms), status: 'success' };
    // A delivery that it names can be looked at, whatever it calls it.
    const delivery = await judgeDelivery(told.destinationHash, trade);
    if (delivery.kind === 'arrived') return { ...told, ...arrived(delivery.amount, trade.terms) };
    if (said.status === 'pending') return { ...told, reason: 'provider-pending' };
    return delivery.kind === 'not-told' ? hearsay(said, trade.terms) : { ...told, reason: delivery.reason };
  }

  /** What the delivering transaction shows, as far as it is named and its chain can be read. */
  async function judgeDelivery(hash: string | null, trade: Inquiry): Promise<Delivery> {
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
  /** No chain says anything of it. */
  | { readonly kind: 'not-told' }
  | { readonly kind: 'open'; readonly reason: string };

/** Characters of a foreign text that a record keeps. */
const MOST_WORDS = 200;
/** A record may be made this long after its transaction was mined. */
const LATE_RECORD_MS = 10 * 60_000;

function isOlder({ minedAtMs }: { readonly minedAtMs: number }, { createdAtMs }: Trade): boolean {
  return minedAtMs < createdAtMs - LATE_RECORD_MS;
}

/** What an aggregator says and no chain shows: good enough to be shown. */
function hearsay(said: ProviderStatus, terms: TradeTerms): Partial<TradeObservation> {
  const { substatus, destinationHash } = toldBy(said, terms);
  return { substatus: substatus ?? said.status, destinationHash, reason: said.status === 'pending' ? 'provider-pending' : 'provider-says' };
}

/** As much of its words as a record holds, and the hash in the form of its chain; a refund may be on the source's. */
function toldBy({ substatus, hash }: ProviderStatus, { fromChainId, toChainId }: TradeTerms) {
  const destinationHash = hash === null ? null : (transactionHashOn(toChainId, hash) ?? transactionHashOn(fromChainId, hash));
  return { substatus: substatus?.slice(0, MOST_WORDS) ?? null, destinationHash };
}

type Sender = TradeObservation['sender'];
type Arrival = { readonly token: string; readonly recipient: string };

const NOTHING: TradeObservation = {
  hash: null,
  status: 'pending',
  substatus: null,
  reason: null,
  amountOut: null,
  destinationHash: null,
  sender: 'unseen',
};

function senderIn(look: Look | null, wallet: string): Sender {
  if (look === null || !('from' in look)) return 'unseen';
  return look.from === wallet ? 'wallet' : 'other';
}

/** What the source transaction alone decides; null when it decides nothing. */
function judgeSource(look: Look, { terms }: Trade, sender: Sender): Partial<TradeObservation> | null {
  if (look.kind !== 'mined' || sender !== 'wallet') return null;
  if (!look.isFinal) return { reason: 'confirming' };
  if (look.status === 'reverted') return { status: 'failed', reason: 'reverted' };
  if (!isSwap(terms) || look.arrived === null || look.arrived === 0n) return null;
  return arrived(look.arrived, terms);
}

/** It is there for good, so it is no failure; but less than the record's own minimum is not what was traded for, and says so. */
function arrived(amount: bigint, { amountOutMin }: TradeTerms): Partial<TradeObservation> {
  const isLess = amountOutMin !== null && amount < BigInt(amountOutMin);
  return { status: 'success', reason: isLess ? 'below-minimum' : null, amountOut: textOf(amount) };
}

/** Why nothing can be said, when nobody else could be asked. */
function whyUnknown(look: Look | null, sender: Sender, isSwap: boolean): string {
  if (look === null) return 'no-hash';
  if (look.kind === 'unreadable') return look.code;
  if (look.kind === 'no-endpoint') return 'no-status-source';
  if (look.kind === 'unknown') return 'hash-not-on-chain';
  if (sender === 'other') return 'hash-of-another-wallet';
  if (look.kind === 'waiting') return 'in-the-pool';
  // On the source chain all is well; what happens on the other one is for an aggregator to say.
  if (!isSwap) return 'no-status-source';
  return look.arrived === null ? 'arrival-not-shown' : 'not-arrived';
}

/** One transaction does it all: its receipt shows the arrival. */
function isSwap({ fromChainId, toChainId }: TradeTerms): boolean {
  return fromChainId === toChainId;
}

function arrivalOf({ toToken, recipient }: TradeTerms): Arrival {
  return { token: toToken, recipient };
}

/** What is looked for in the source transaction. Between chains it brings nobody anything: only its sender and status count. */
function sourceArrival(terms: TradeTerms): Arrival {
  return isSwap(terms) ? arrivalOf(terms) : { token: terms.fromToken, recipient: terms.wallet };
}

function textOf(amount: bigint | null): string | null {
  return amount === null ? null : amount.toString();
}
