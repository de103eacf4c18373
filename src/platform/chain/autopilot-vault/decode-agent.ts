import { parseAddress } from '../../../values/address.ts';
import { toBaseUnits } from '../../../values/base-units.ts';
import { parseHash } from '../../../values/hash.ts';
import type { VaultAgent } from './autopilot-vault.ts';

/** The vault's `AgentView` struct, as decoded by its ABI. */
export type RawAgent = {
  readonly agentId: bigint;
  readonly owner: string;
  readonly budgetToken: string;
  readonly policyHash: string;
  readonly active: boolean;
  readonly limits: {
    readonly maxPerTrade: bigint;
    readonly maxPerDay: bigint;
    readonly maxTradesPerDay: number;
    readonly expiry: bigint;
  };
  readonly spentToday: bigint;
  readonly tradesToday: bigint;
  readonly dayStart: bigint;
  readonly sells: bigint;
  readonly blockTime: bigint;
  readonly tokens: readonly string[];
  readonly balances: readonly bigint[];
  readonly isAllowed: readonly boolean[];
};

const NOBODY = '0x0000000000000000000000000000000000000000';

/** Converts the vault's `AgentView` to an agent; null for an id without an agent. */
export function decodeAgent(raw: RawAgent): VaultAgent | null {
  if (raw.owner === NOBODY) return null;
  const tokens = raw.tokens.map(parseAddress);
  const { maxPerTrade, maxPerDay, maxTradesPerDay, expiry } = raw.limits;
  return {
    agentId: Number(raw.agentId),
    owner: parseAddress(raw.owner),
    budgetToken: parseAddress(raw.budgetToken),
    policyHash: parseHash(raw.policyHash),
    active: raw.active,
    limits: {
      maxPerTrade: toBaseUnits(maxPerTrade),
      maxPerDay: toBaseUnits(maxPerDay),
      maxTradesPerDay,
      expirySec: toSeconds(expiry),
    },
    spentToday: toBaseUnits(raw.spentToday),
    tradesToday: Number(raw.tradesToday),
    dayStartSec: Number(raw.dayStart),
    sells: Number(raw.sells),
    balances: Object.fromEntries(tokens.map((token, i) => [token, toBaseUnits(raw.balances[i] ?? 0n)])),
    allowTokens: tokens.filter((_, i) => raw.isAllowed[i] === true),
    blockTimeSec: Number(raw.blockTime),
  };
}

/**
 * Converts a uint64 time in seconds to a number. An owner may set any uint64 as the end of a policy; a time above the largest safe integer
 * becomes the largest safe integer.
 */
export function toSeconds(time: bigint): number {
  return Number(time > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : time);
}
