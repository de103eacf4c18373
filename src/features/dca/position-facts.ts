import type { SeenBlocks } from '../../market/deferred/seen-blocks.ts';
import type { DcaVault, VaultPosition } from '../../platform/chain/dca-vault/dca-vault.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { type Address, isAddress, parseAddress } from '../../values/address.ts';
import { chainOfTroubleKey } from '../../values/chain-trouble-key.ts';

/** What a tick knows of a position: its state in the vault, and the time of the block it was read at (unix seconds). */
export type PositionFact = { readonly position: VaultPosition; readonly blockTimeSec: number };

export type ReadPositionFacts = (keys: readonly string[]) => Promise<ReadonlyMap<string, PositionFact | string>>;

/** Less than what a tick waits for its facts: a chain that does not answer keeps only its own positions waiting. */
const CHAIN_WITHIN_MS = 10_000;
const PREFIX = 'dca-position-on-chain';

/** The fact key of a position; `parts` of one read it again. */
export function positionFactKey(chainId: number, vault: string, wallet: string, positionId: number): string {
  return `${PREFIX}/${chainId}/${vault}/${wallet}/${positionId}`;
}

type Group = { chainId: number; address: string; keys: { key: string; wallet: Address; positionId: number }[] };

/**
 * Reads all positions that a tick asks for, chain by chain in as few requests as fit. A chain that cannot be read is left out: its
 * positions are ticked without facts, and the other chains do not suffer.
 */
export function createPositionFacts(deps: {
  vaultAt: (chainId: number, address: string) => DcaVault;
  /** Where the ends are kept that a tick saw: no follower may have read of them, and when their block is gone it must be noticed. */
  seen: Pick<SeenBlocks, 'note'>;
  /** What keeps a chain from going on; not given: nobody looks. */
  troubleOf?: (chainId: number) => string | null;
  log: RepeatsLog;
  chainTimeoutMs?: number;
  now?: () => number;
}): ReadPositionFacts {
  const { seen, log, now, chainTimeoutMs = CHAIN_WITHIN_MS } = deps;
  const repeats = createRepeats({ log, ...(now === undefined ? {} : { now }) });
  return async (keys) => {
    const groups = new Map<string, Group>();
    for (const key of keys) {
      const [prefix, chainId, address, wallet, positionId] = key.split('/');
      if (prefix !== PREFIX || chainId === undefined || address === undefined || wallet === undefined || !isAddress(wallet.toLowerCase()))
        continue;
      const groupKey = `${chainId}/${address}`;
      const group: Group = groups.get(groupKey) ?? { chainId: Number(chainId), address, keys: [] };
      group.keys.push({ key, wallet: parseAddress(wallet), positionId: Number(positionId) });
      groups.set(groupKey, group);
    }
    const facts = new Map<string, PositionFact | string>();
    for (const key of keys) {
      const chainId = chainOfTroubleKey(key);
      const trouble = chainId === null ? null : (deps.troubleOf?.(chainId) ?? null);
      if (trouble !== null) facts.set(key, trouble);
    }
    await Promise.all(
      [...groups.values()].map(async ({ chainId, address, keys: asked }) => {
        try {
          const reading = chainWithinTime(deps.vaultAt(chainId, address).positions(asked), chainTimeoutMs, chainId);
          const { blockTimeSec, positions, block } = await reading;
          repeats.over(`${chainId}/${address}`, 'The DCA positions of a chain are read again', { chainId });
          for (const [i, { wallet, positionId }] of asked.entries()) {
            const isOver = positions[i]?.status === 'completed' || positions[i]?.status === 'cancelled';
            const subject = `${address}/${wallet}/${positionId}`;
            if (isOver && block !== undefined) await seen.note({ kind: 'dca-position', subject }, { chainId, ...block });
          }
          for (const [i, { key }] of asked.entries()) {
            const position = positions[i];
            if (position !== undefined) facts.set(key, { position, blockTimeSec });
          }
        } catch (error) {
          repeats.warn(`${chainId}/${address}`, 'The DCA positions of a chain could not be read', {
            chainId,
            positions: asked.length,
            error,
          });
        }
      }),
    );
    return facts;
  };
}
