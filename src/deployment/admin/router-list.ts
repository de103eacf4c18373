import { keccak256 } from 'viem';
import type { ChainReads } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import { readAnnouncedFor } from '../product/read-admin-events.ts';
import { isRouter } from '../product/set-up-steps.ts';
import { type Change, vaultRole } from './change.ts';

export type RouterUse = 'call' | 'approve';

export type RouterLine = {
  readonly router: Address;
  readonly use: RouterUse;
  /** Names of the exchanges and aggregators that need the router; empty when this version knows no use for it. */
  readonly of: readonly string[];
  readonly isWanted: boolean;
  readonly isAllowed: boolean;
  /** Unix time in seconds from which the announced router can be allowed in the vault; null when nothing is announced for this router. */
  readonly announcedSec: number | null;
  /** Whether the vault would accept the address as a router: the address has code and is not a token. */
  readonly isUsable: boolean;
};

type Asked = { readonly address: Address; readonly isTarget: boolean; readonly isSpender: boolean; readonly of: readonly string[] };

const ROLES = { call: 'TargetAllowed', approve: 'SpenderAllowed' } as const;

/** Builds the admin change that adds a router to a vault's list or removes it. */
export function routerChange({ router, use }: Pick<RouterLine, 'router' | 'use'>, isAllowed: boolean): Change {
  return vaultRole(ROLES[use], router, isAllowed);
}

/**
 * Compares a vault's list of routers with the wanted routers.
 * @param others further addresses whose state is shown although they are not wanted
 * @returns a line for each router that is wanted or allowed
 */
export async function compareRouters(
  reads: ChainReads,
  vault: Address,
  wanted: readonly Asked[],
  others: readonly Address[],
): Promise<readonly RouterLine[]> {
  const known = new Set(wanted.map(({ address }) => address));
  const asked: readonly Asked[] = [
    ...wanted,
    ...[...new Set(others)]
      .filter((address) => !known.has(address))
      .map((address) => ({ address, isTarget: false, isSpender: false, of: [] })),
  ];
  const lines: RouterLine[] = [];
  for (const { address, isTarget, isSpender, of } of asked) {
    const isUsable = await isRouter(reads, address, vault);
    for (const use of ['call', 'approve'] as const) {
      const change = routerChange({ router: address, use }, true);
      const [isWanted, isAllowed] = [use === 'call' ? isTarget : isSpender, await change.isMade(reads, vault)];
      if (!isWanted && !isAllowed) continue;
      const fromSec = await readAnnouncedFor(reads, vault, keccak256(change.call));
      lines.push({ router: address, use, of, isWanted, isAllowed, announcedSec: fromSec === 0 ? null : fromSec, isUsable });
    }
  }
  return lines;
}
