import type { ChainPosition, DcaPositionContext, DcaSkip } from '../../machines/dca-position/context.ts';
import type { DcaReading, DcaRecord, DcaRecordSkip } from '../../src/features/dca/dca-record.ts';
import type { ViewMeta } from '../../src/runtime/define/definition.ts';
import { DCA_CLAIMABLE } from '../../src/values/dca-claimable.ts';
import { type DcaStatus, isDcaStatus } from '../../src/values/dca-status.ts';
import { formatAmount } from '../../src/values/format-amount.ts';
import { isoOf } from '../../src/values/iso-time.ts';
import { formatRational } from '../../src/values/rational.ts';
import { isTokenDecimals } from '../../src/values/token-decimals.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaPositionContext };

/** Number of fraction digits of an average price, enough for a token with 18 decimals. */
const PRICE_DIGITS = 18;

/** Maps a record's state to its public status. A restored record counts as live until it is reconciled. */
export function statusOf({ value, context }: Snapshot): DcaStatus {
  if (value === 'reconciling') return context.link === null ? 'pending' : 'success';
  // An active position has nested states, so its state value is not a string.
  return isDcaStatus(value) ? value : 'active';
}

/**
 * Builds the public record. Until the chain has been read, client fields listed in `DCA_CLAIMABLE` are shown in place of the record's own
 * fields, but never acted on. Reading the chain removes them. Other client fields are added, but never replace a field of the record.
 */
export function viewOf(snapshot: Snapshot, meta: ViewMeta): DcaReading {
  const { context } = snapshot;
  const { terms, chain, link } = context;
  const own: DcaRecord = {
    _id: meta.key,
    id: meta.key,
    fromToken: terms.fromToken,
    toToken: terms.toToken,
    walletAddress: terms.wallet,
    processed: chain?.processed ?? 0,
    isAutoBuy: chain?.isAutoBuy ?? context.isAutoBuy,
    frequency: terms.frequency,
    duration: chain?.intervalSec ?? terms.durationSec,
    chainId: terms.chainId,
    amount: amountOf(terms),
    amountBaseUnits: terms.amountBaseUnits,
    timeFrame: context.timeFrame,
    status: statusOf(snapshot),
    lastError: context.lastFailure?.message ?? null,
    lastAttemptAt: isoOf(context.lastFailure?.atMs ?? null),
    depositTime: chain?.depositTimeSec ?? null,
    positionId: link?.positionId ?? null,
    vault: link?.vault ?? null,
    createdAt: new Date(meta.createdAtMs).toISOString(),
    updatedAt: new Date(meta.updatedAtMs).toISOString(),
    nextOrderAt: nextOrderAt(context),
    ordersLeft: Math.max(0, terms.frequency - (chain?.processed ?? 0)),
    averagePrice: averagePriceOf(context),
    spent: chain?.spent ?? '0',
    received: chain?.received ?? '0',
    lastSkip: context.lastSkip === null ? null : skipOf(context.lastSkip),
    guard: chain?.guard ?? null,
    feeBps: chain === null ? null : (chain.feeBps ?? 0),
  };
  const claims = Object.entries(context.claims).filter(([name]) => mayClaim(own, name));
  return { record: { ...own, ...Object.fromEntries(claims) }, merged: claims.map(([name]) => name), terms };
}

/**
 * Whether a client-supplied field may be shown. A field that states the owner, an amount, a token or a location may never be shown: a
 * client that trusted it could pay a stranger.
 */
function mayClaim(own: DcaRecord, name: string): boolean {
  return DCA_CLAIMABLE.has(name) || !Object.hasOwn(own, name);
}

/** The whole budget in whole tokens, or a string of base units when the token's decimals are unknown or impossible. */
function amountOf({ amountBaseUnits, fromDecimals }: DcaPositionContext['terms']): number | string {
  return areKnown(fromDecimals) ? Number(formatAmount(BigInt(amountBaseUnits), fromDecimals)) : amountBaseUnits;
}

function areKnown(decimals: number | null): decimals is number {
  return decimals !== null && isTokenDecimals(decimals);
}

function nextOrderAt({ chain, nextAttemptAtMs }: DcaPositionContext): string | null {
  if (chain === null || chain.status !== 'active') return null;
  return isoOf(Math.max(chain.nextOrderTimeSec * 1000, nextAttemptAtMs));
}

/**
 * Average price of one whole bought token, in spent tokens, as a decimal string. Null before the first order, and when a token's decimals
 * are unknown or impossible.
 */
function averagePriceOf({
  chain,
  terms,
}: {
  readonly chain: ChainPosition | null;
  readonly terms: DcaPositionContext['terms'];
}): string | null {
  if (chain === null || chain.received === '0') return null;
  const { fromDecimals, toDecimals } = terms;
  if (!areKnown(toDecimals) || !areKnown(fromDecimals)) return null;
  const numerator = BigInt(chain.spent) * 10n ** BigInt(toDecimals);
  const denominator = BigInt(chain.received) * 10n ** BigInt(fromDecimals);
  return formatRational({ numerator, denominator }, PRICE_DIGITS).replace(/\.?0+$/, '');
}

function skipOf({ kind, detail, atMs, nextAttemptAtMs, isParked }: DcaSkip): DcaRecordSkip {
  return { kind, detail, at: isoOf(atMs), nextAttemptAt: isoOf(nextAttemptAtMs), isParked: isParked === true };
}
