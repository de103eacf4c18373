import type { ChainPosition, DcaPositionContext, DcaSkip } from '../../machines/dca-position/context.ts';
import type { DcaReading, DcaRecord, DcaRecordSkip } from '../../src/features/dca/dca-record.ts';
import type { ViewMeta } from '../../src/runtime/define/definition.ts';
import { DCA_CLAIMABLE } from '../../src/values/dca-claimable.ts';
import type { DcaPhase } from '../../src/values/dca-phase.ts';
import { type DcaStatus, isDcaStatus } from '../../src/values/dca-status.ts';
import { formatAmount } from '../../src/values/format-amount.ts';
import { isoOf } from '../../src/values/iso-time.ts';
import { pauseText } from '../../src/values/owner-bounds.ts';
import { formatTrimmed } from '../../src/values/rational.ts';
import { isTokenDecimals } from '../../src/values/token-decimals.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaPositionContext };

/** Number of fraction digits of an average price, enough for a token with 18 decimals. */
const PRICE_DIGITS = 18;

/**
 * Maps the actor's state to the position's public status. After a restore, the status is that of a running position until the record has
 * been compared with the chain.
 */
export function statusOf({ value, context }: Snapshot): DcaStatus {
  if (value === 'reconciling') return context.link === null ? 'pending' : 'success';
  // The state `active` has nested states. Its state value is therefore an object, not a status string.
  return isDcaStatus(value) ? value : 'active';
}

/**
 * Maps the actor's state to the phase of the position that users see. The phase depends only on the chain, not on a status that a client
 * has written to the record.
 */
export function phaseOf({ value, context: { chain, lastSkip, failuresInARow } }: Snapshot): DcaPhase {
  if (typeof value === 'object') return 'ordering';
  if (value === 'pending') return 'waiting-for-wallet';
  if (value === 'reconciling') return 'checking';
  if (value === 'completed') return 'done';
  if (value === 'cancelled') return 'cancelled';
  if (value === 'failed') return 'set-aside';
  if (chain === null) return 'starting';
  if (!chain.isAutoBuy || pauseText(chain.guard, 'position') !== null) return 'paused';
  // The outcome `not-due` only means that the position's next order was not due yet, so it is not a failed attempt.
  const isPostponed = lastSkip !== null && lastSkip.kind !== 'not-due';
  return isPostponed || failuresInARow > 0 ? 'retrying' : 'running';
}

/**
 * Builds the public record of a position. A client may state values for the fields listed in `DCA_CLAIMABLE`; these values are shown until
 * the chain has been read, but no decision depends on them. A client may also add fields of its own, which never replace a field of the
 * record.
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
    phase: phaseOf(snapshot),
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
 * Whether a field that a client supplied can be shown. A field that states an owner, an amount, a token or a location is never shown,
 * because another client could trust the value and send money to a stranger.
 */
function mayClaim(own: DcaRecord, name: string): boolean {
  return DCA_CLAIMABLE.has(name) || !Object.hasOwn(own, name);
}

/**
 * The position's total budget in whole tokens. When the token's decimals are unknown or impossible, returns the budget as a string of base
 * units instead.
 */
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
 * Average price of one whole bought token, in whole spent tokens, as a decimal string. Null before the first order, and when the decimals
 * of a token are unknown or impossible.
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
  return formatTrimmed({ numerator, denominator }, PRICE_DIGITS);
}

function skipOf({ kind, detail, atMs, nextAttemptAtMs, isParked }: DcaSkip): DcaRecordSkip {
  return { kind, detail, at: isoOf(atMs), nextAttemptAt: isoOf(nextAttemptAtMs), isParked: isParked === true };
}
