import type { SeenBlocks } from '../../market/deferred/seen-blocks.ts';
import type { DcaVault, VaultPosition } from '../../platform/chain/dca-vault/dca-vault.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { type Address, isAddress, parseAddress } from '../../values/address.ts';
import { chainOfTroubleKey } from '../../values/chain-trouble-key.ts';

/** A position's state in the vault, and the time of the block at which it was read (unix seconds). */
export type PositionFact = { readonly position: VaultPosition; readonly blockTimeSec: number };

export type ReadPositionFacts = (keys: readonly string[]) => Promise<ReadonlyMap<string, PositionFact | string>>;

/**
 * Time limit in ms for reading the positions of one chain. It is shorter than the time that a tick (the service's run once a minute) waits
 * for its external data, so a chain that does not answer delays only its own positions.
 */
const CHAIN_WITHIN_MS = 10_000;
const PREFIX = 'dca-position-on-chain';

/** Builds the key under which a tick requests the fact (external data) about a position; the function `parts` below parses such a key. */
export function positionFactKey(chainId: number, vault: Address, wallet: Address, positionId: number): string {
  return `${PREFIX}/${chainId}/${vault}/${wallet}/${positionId}`;
}

type Group = { chainId: number; address: Address; keys: { key: string; wallet: Address; positionId: number }[] };

/**
 * Reads all positions that a tick needs, with as few requests per chain as possible. If a chain cannot be read, its positions receive no
 * facts (external data) at this tick, and other chains are not affected.
 */
export function createPositionFacts(deps: {
  vaultAt: (chainId: number, address: Address) => DcaVault;
  /**
   * Stores the blocks in which a tick (the service's run once a minute) has found that positions ended. The reader of the vault's events
   * may not have read these blocks yet, and a reorg that removes them must be noticed.
   */
  seen: Pick<SeenBlocks, 'note'>;
  /** Returns why a chain cannot be read at present; null when it can be read. When the function is not given, chains are not checked. */
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
      if (prefix !== PREFIX || chainId === undefined || !isAddress(address) || wallet === undefined || !isAddress(wallet.toLowerCase()))
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
          repeats.over(`${chainId}/${address}`, 'DCA positions of a chain can be read again after failures', { chainId });
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
          repeats.warn(`${chainId}/${address}`, 'Reading the DCA positions of a chain failed', {
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
