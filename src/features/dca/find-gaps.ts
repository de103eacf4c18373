import { blocksAtOnce } from '../../market/deferred/read-range.ts';
import type { DcaVault, VaultEvent, VaultEventReader } from '../../platform/chain/dca-vault/dca-vault.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { FillRepository } from './fill-repository.ts';
import { DCA_LINKS, DCA_WAITING_RECORDS, type LinkRepository, type PositionLink } from './link-repository.ts';

/**
 * Number of positions, and of records that wait for their position, that are checked in one run. The next run continues with the following
 * ones, so all are checked after some runs.
 */
const IN_TURN = 20;
/** For each checked wallet, the number of its newest positions that are checked. */
const MOST_OF_WALLET = 20;
const MOST_FILLS = 1_000;
const MOST_DOUBTED = 200;
/** Maximum number of block ranges that are read to find the missing events of one position. The newest ranges are read first. */
const MOST_READS = 200;

/** A position some of whose events are missing, and the blocks that must contain these events. */
export type Gap = {
  readonly wallet: Address;
  readonly positionId: number;
  readonly fromBlock: number;
  readonly toBlock: number;
};
export type CountedVault = Pick<DcaVault, 'chainId' | 'address' | 'positions' | 'positionCounts' | 'readEvents'>;

/**
 * Finds missing events by comparing a vault's own counters with the processed events: the number of positions of a wallet, and the number
 * of executed orders of each position. The counters are reliable because they are part of the chain's state, whereas a single endpoint may
 * omit an event.
 */
export type GapFinder = {
  /**
   * Finds positions of which events are missing. It must be called after all blocks up to `head` were read. The vault contract counts the
   * executed orders of a position. If this count is higher than the number of events that were read, the missing events may be in newer
   * blocks. So the position is returned only when the next run finds the difference again.
   */
  find(vault: CountedVault, head: number): Promise<readonly Gap[]>;
  /**
   * Reads again the blocks that must contain the missing events of a position. Returns the position's unprocessed events, with their times;
   * none when the events have been processed since.
   * @throws RetryableError `events-missing` when the events are still not found
   */
  read(vault: CountedVault, gap: Gap): Promise<readonly { readonly event: VaultEvent; readonly timeSec: number }[]>;
};

export function createGapFinder(deps: {
  readonly records: RecordStore;
  readonly links: Pick<LinkRepository, 'find'>;
  readonly fills: Pick<FillRepository, 'listOf'>;
  readonly log: RepeatsLog;
}): GapFinder {
  const { links, fills } = deps;
  const repeats = createRepeats({ log: deps.log });
  const linked = deps.records.collection<PositionLink>(DCA_LINKS);
  const waiting = deps.records.collection<{ wallet: Address; record: { terms: { chainId: number } } }>(DCA_WAITING_RECORDS);
  /** For each chain, the link (between a position and its record) at which the next check begins. */
  const linksFrom = new Map<number, string>();
  const waitingFrom = new Map<number, string>();
  /** By position or wallet, the differences between the vault's counters and the processed events that the last check found. */
  const doubted = new Map<string, { readonly link: PositionLink | null; readonly counted: number }>();

  /**
   * Returns true only when the last check also found that the vault's counter exceeds the number of processed events.
   * @param counted the vault's counter
   */
  function isMissingAgain(name: string, link: PositionLink | null, counted: number, seen: number): boolean {
    const before = doubted.get(name);
    doubted.delete(name);
    if (before !== undefined && seen < before.counted) return true;
    if (doubted.size < MOST_DOUBTED) doubted.set(name, { link, counted });
    return false;
  }

  async function fillsOf({ chainId, address }: CountedVault, wallet: Address, positionId: number) {
    const rows = await fills.listOf({ wallet, positionId, limit: MOST_FILLS });
    return { seen: rows.filter((fill) => fill.chainId === chainId && fill.vault === address), isAll: rows.length < MOST_FILLS };
  }

  async function nextLinks(chainId: number): Promise<readonly PositionLink[]> {
    const after = linksFrom.get(chainId);
    const sort = { field: 'blockNumber', order: 'ascending' } as const;
    const page = await linked.find({ where: { chainId }, sort, limit: IN_TURN, ...(after === undefined ? {} : { cursor: after }) });
    remember(linksFrom, chainId, page.cursor);
    return page.rows;
  }

  async function nextWaiting(chainId: number): Promise<readonly Address[]> {
    const after = waitingFrom.get(chainId);
    const page = await waiting.scan({ limit: IN_TURN, ...(after === undefined ? {} : { cursor: after }) });
    remember(waitingFrom, chainId, page.cursor);
    return page.rows.flatMap(({ wallet, record }: Stored<{ wallet: Address; record: { terms: { chainId: number } } }>) =>
      record.terms.chainId === chainId ? [wallet] : [],
    );
  }

  /** Finds positions with executed orders for which no fill (a stored record of the order) exists. */
  async function ordersMissing(vault: CountedVault, asked: readonly PositionLink[], head: number): Promise<readonly Gap[]> {
    if (asked.length === 0) return [];
    const keys = asked.map(({ wallet, positionId }) => ({ wallet, positionId }));
    const { positions } = await vault.positions(keys);
    const gaps: Gap[] = [];
    for (const [at, link] of asked.entries()) {
      const { wallet, positionId, blockNumber } = link;
      const { seen, isAll } = await fillsOf(vault, wallet, positionId);
      const counted = positions[at]?.processed ?? 0;
      const name = `${vault.chainId}/${vault.address}/${wallet}/${positionId}/orders`;
      if (seen.length >= counted || !isAll) doubted.delete(name);
      else if (isMissingAgain(name, link, counted, seen.length)) gaps.push({ wallet, positionId, fromBlock: blockNumber, toBlock: head });
    }
    return gaps;
  }

  /** Finds positions of a wallet that are not linked to a record. */
  async function positionsMissing(vault: CountedVault, wallets: readonly Address[], head: number): Promise<readonly Gap[]> {
    if (wallets.length === 0) return [];
    const place = { chainId: vault.chainId, vault: vault.address };
    const counts = await vault.positionCounts(wallets);
    const gaps: Gap[] = [];
    for (const [at, wallet] of wallets.entries()) {
      const count = counts[at] ?? 0;
      for (let positionId = Math.max(1, count - MOST_OF_WALLET + 1); positionId <= count; positionId += 1) {
        const name = `${vault.chainId}/${vault.address}/${wallet}/${positionId}`;
        if ((await links.find({ ...place, wallet, positionId })) !== null) doubted.delete(name);
        else if (isMissingAgain(name, null, 1, 0)) gaps.push({ wallet, positionId, ...(await blocksOf(vault, wallet, positionId, head)) });
      }
    }
    return gaps;
  }

  async function findIn(vault: CountedVault, head: number): Promise<readonly Gap[]> {
    const own = (link: PositionLink | null): link is PositionLink => link?.chainId === vault.chainId && link.vault === vault.address;
    const again = [...doubted.values()]
      .map(({ link }) => link)
      .filter(own)
      .slice(0, IN_TURN);
    const inTurn = (await nextLinks(vault.chainId)).filter(own);
    const asked = [...new Map([...again, ...inTurn].map((link) => [`${link.wallet}/${link.positionId}`, link])).values()];
    const wallets = [...new Set([...asked.map(({ wallet }) => wallet), ...(await nextWaiting(vault.chainId))])];
    const missed = [...doubted.keys()].flatMap((name) => {
      const [chainId, of, wallet, , orders] = name.split('/');
      return Number(chainId) === vault.chainId && of === vault.address && orders === undefined && wallet !== undefined
        ? [parseAddress(wallet)]
        : [];
    });
    const all = [...new Set([...wallets, ...missed])];
    return [...(await ordersMissing(vault, asked, head)), ...(await positionsMissing(vault, all, head))];
  }

  return {
    async find(vault, head) {
      try {
        const gaps = await findIn(vault, head);
        repeats.over(String(vault.chainId), 'Vault counters can be compared with the events again', { chainId: vault.chainId });
        return gaps;
      } catch (error) {
        repeats.warn(String(vault.chainId), 'Comparing the vault counters with the events failed; retried at the next block', {
          chainId: vault.chainId,
          error,
        });
        return [];
      }
    },

    async read(vault, gap) {
      const { wallet, positionId } = gap;
      const link = await links.find({ chainId: vault.chainId, vault: vault.address, wallet, positionId });
      const { seen } = await fillsOf(vault, wallet, positionId);
      const [position] = (await vault.positions([{ wallet, positionId }])).positions;
      // The missing event has been processed since the gap was found, so nothing is missing now.
      if (link !== null && seen.length >= (position?.processed ?? 0)) return [];
      const found = (await vault.readEvents((reader) => eventsIn(reader, gap))).filter(({ event }) =>
        event.kind === 'created' ? link === null : !seen.some(({ txHash }) => txHash === event.log.txHash),
      );
      if (found.length > 0) return found;
      const message = `The vault's counters include changes for which no events were found from block ${gap.fromBlock} to ${gap.toBlock}: some events are missing.`;
      throw new RetryableError({ code: 'events-missing', message });
    },
  };
}

function remember(turns: Map<number, string>, chainId: number, cursor: string | null): void {
  if (cursor === null) turns.delete(chainId);
  else turns.set(chainId, cursor);
}

/** Finds the blocks whose timestamp equals the time at which a position was created. */
async function blocksOf(vault: CountedVault, wallet: Address, positionId: number, head: number) {
  const [position] = (await vault.positions([{ wallet, positionId }])).positions;
  const madeSec = position?.depositTimeSec ?? 0;
  return vault.readEvents(async (reader) => ({
    fromBlock: await firstBlockFrom(reader, madeSec, head),
    toBlock: (await firstBlockFrom(reader, madeSec + 1, head)) - 1,
  }));
}

/** Finds the first block whose time is `timeSec` or later. The result is at most the block after `head`. */
async function firstBlockFrom(reader: VaultEventReader, timeSec: number, head: number): Promise<number> {
  let [low, high] = [0, head + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const block = await reader.block(middle);
    if (block !== null && block.timeSec < timeSec) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function eventsIn(reader: VaultEventReader, { wallet, positionId, fromBlock, toBlock }: Gap) {
  const atOnce = blocksAtOnce(reader);
  const found: { event: VaultEvent; timeSec: number }[] = [];
  for (let first = Math.max(fromBlock, toBlock - atOnce * MOST_READS + 1); first <= toBlock; first += atOnce) {
    for (const event of await reader.events(first, Math.min(toBlock, first + atOnce - 1))) {
      if (event.wallet !== wallet || event.positionId !== positionId) continue;
      const block = await reader.block(event.log.blockNumber);
      if (block !== null) found.push({ event, timeSec: block.timeSec });
    }
  }
  return found;
}
