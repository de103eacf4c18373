import type { PositionKey, VaultEvent, VaultItem, VaultPosition } from '../../../src/platform/chain/dca-vault/dca-vault.ts';
import type { Address } from '../../../src/values/address.ts';
import { toBaseUnits } from '../../../src/values/base-units.ts';

/** An owner's deposit, which opens a position. */
export type Deposit = {
  readonly wallet: Address;
  readonly fromToken: Address;
  readonly toToken: Address;
  readonly amount: bigint;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly autoClaim: boolean;
};

export type ModelPosition = Deposit & {
  readonly positionId: number;
  readonly status: 'active' | 'completed';
  readonly processed: number;
  readonly spent: bigint;
  readonly received: bigint;
  readonly claimable: bigint;
  readonly depositTimeSec: number;
  readonly lastOrderTimeSec: number;
  /** Number of the slot to which the next order belongs, and the earliest time of that order. */
  readonly slot: number;
  readonly nextOrderTimeSec: number;
};

/** The state of the vault at the end of one block. It is immutable, so that each block keeps its own state. */
export type VaultState = ReadonlyMap<string, ModelPosition>;

type WithoutLog<T> = T extends unknown ? Omit<T, 'log'> : never;
/** An event of the vault model. It has no block data yet, because the block is not known. */
export type ModelEvent = WithoutLog<VaultEvent>;

export type VaultStep = { readonly state: VaultState; readonly events: readonly ModelEvent[] };

const SLOT_PATIENCE_SEC = 60;
/** Fixed price in the simulation: number of base units of the bought token for one base unit of the sold token. */
export const UNITS_PER_UNIT = 1_000n;

export const positionKey = ({ wallet, positionId }: PositionKey): string => `${wallet}/${positionId}`;

/** Model of the contract function `DcaVault.createPosition`: the ids of each wallet's positions count from 1. */
export function open(state: VaultState, deposit: Deposit, timeSec: number): VaultStep {
  const positionId = [...state.values()].filter(({ wallet }) => wallet === deposit.wallet).length + 1;
  const position: ModelPosition = {
    ...deposit,
    positionId,
    status: 'active',
    processed: 0,
    spent: 0n,
    received: 0n,
    claimable: 0n,
    depositTimeSec: timeSec,
    lastOrderTimeSec: 0,
    slot: 0,
    nextOrderTimeSec: timeSec,
  };
  const { wallet, fromToken, toToken, amount, frequency, intervalSec } = deposit;
  const event: ModelEvent = {
    ...{ kind: 'created', wallet, positionId, fromToken, toToken, amount, amountRequested: amount },
    ...{ frequency, intervalSec, isAutoBuy: true },
  };
  return { state: withPosition(state, position), events: [event] };
}

/** Returns why an order would be refused at this time, as the name of the vault's error; null when it would be executed. */
export function refusalOf(state: VaultState, item: VaultItem, timeSec: number): string | null {
  const position = state.get(positionKey(item));
  if (position === undefined) return 'PositionNotFound';
  if (position.status !== 'active') return 'PositionNotActive';
  if (item.orderIndex !== position.processed) return 'WrongOrderIndex';
  if (timeSec < position.nextOrderTimeSec) return 'TooEarly';
  return item.amountOutMin === 0n ? 'MinimumOutputRequired' : null;
}

/**
 * Model of one order of `DcaVault.execute`, which succeeds or fails independently. `trouble` is the probability that an order or pay-out
 * fails although it could succeed.
 */
export function executeItem(state: VaultState, item: VaultItem, timeSec: number, trouble: () => boolean): VaultStep {
  const { wallet, positionId, orderIndex } = item;
  const reason = refusalOf(state, item, timeSec) ?? (trouble() ? 'OutputBelowMinimum' : null);
  const position = state.get(positionKey(item));
  if (reason !== null || position === undefined) {
    return { state, events: [{ kind: 'order-failed', wallet, positionId, orderIndex, reason: reason ?? 'PositionNotFound' }] };
  }
  const amountIn = nextAmountOf(position);
  const amountOut = amountIn * UNITS_PER_UNIT;
  const processed = position.processed + 1;
  const filled: ModelPosition = {
    ...position,
    processed,
    status: processed === position.frequency ? 'completed' : 'active',
    spent: position.spent + amountIn,
    received: position.received + amountOut,
    claimable: position.claimable + amountOut,
    lastOrderTimeSec: timeSec,
    ...nextAfter(position, timeSec),
  };
  const { fromToken, toToken } = position;
  const event: ModelEvent = { kind: 'order-executed', wallet, positionId, orderIndex, amountIn, amountOut, fromToken, toToken };
  const executed = withPosition(state, filled);
  if (!position.autoClaim) return { state: executed, events: [event] };
  const paid = payOut(executed, item, trouble);
  return { state: paid.state, events: [event, ...paid.events] };
}

/** Model of an automatic pay-out to the owner, which also fails independently. */
export function payOut(state: VaultState, key: PositionKey, trouble: () => boolean): VaultStep {
  const { wallet, positionId } = key;
  const position = state.get(positionKey(key));
  const failed = (reason: string): VaultStep => ({ state, events: [{ kind: 'auto-claim-failed', wallet, positionId, reason }] });
  if (position === undefined || !position.autoClaim) return failed('AutoClaimOff');
  if (position.claimable === 0n) return failed('NothingToClaim');
  if (trouble()) return failed('TransferFailed');
  return { state: withPosition(state, { ...position, claimable: 0n }), events: [{ kind: 'auto-claimed', wallet, positionId }] };
}

export function viewOf(position: ModelPosition | undefined): VaultPosition {
  const isActive = position?.status === 'active';
  return {
    status: position?.status ?? 'none',
    amount: toBaseUnits(position?.amount ?? 0n),
    frequency: position?.frequency ?? 0,
    intervalSec: position?.intervalSec ?? 0,
    processed: position?.processed ?? 0,
    spent: toBaseUnits(position?.spent ?? 0n),
    received: toBaseUnits(position?.received ?? 0n),
    claimable: toBaseUnits(position?.claimable ?? 0n),
    isAutoBuy: position !== undefined,
    autoClaim: position?.autoClaim ?? false,
    depositTimeSec: position?.depositTimeSec ?? 0,
    lastOrderTimeSec: position?.lastOrderTimeSec ?? 0,
    nextOrderTimeSec: position && isActive ? position.nextOrderTimeSec : 0,
    nextOrderAmount: toBaseUnits(position && isActive ? nextAmountOf(position) : 0n),
    slotPatienceSec: SLOT_PATIENCE_SEC,
  };
}

export function spacingOf({ intervalSec, frequency }: Deposit): number {
  return Math.floor(intervalSec / frequency);
}

export function slotTimeOf({ depositTimeSec, intervalSec, frequency }: ModelPosition, slot: number): number {
  return depositTimeSec + Math.floor((slot * intervalSec) / frequency);
}

/**
 * Computes the next slot step by step from the rules of the vault. `DcaVault` itself uses a single formula, so the two check each other.
 */
function nextAfter(position: ModelPosition, ranAtSec: number): Pick<ModelPosition, 'slot' | 'nextOrderTimeSec'> {
  const spacingSec = spacingOf(position);
  const earliestSec = ranAtSec + Math.ceil(spacingSec / 2);
  let slot = position.slot + 1;
  while (slotTimeOf(position, slot) + Math.min(spacingSec, SLOT_PATIENCE_SEC) <= earliestSec) slot += 1;
  return { slot, nextOrderTimeSec: Math.max(slotTimeOf(position, slot), earliestSec) };
}

function nextAmountOf({ processed, frequency, amount, spent }: ModelPosition): bigint {
  return processed + 1 === frequency ? amount - spent : amount / BigInt(frequency);
}

function withPosition(state: VaultState, position: ModelPosition): VaultState {
  return new Map(state).set(positionKey(position), position);
}
