import { createDeferredWork } from '../../market/deferred/deferred-work.ts';
import type { DcaVault, VaultEvent } from '../../platform/chain/dca-vault/dca-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { JsonObject } from '../../values/json.ts';
import { DEFERRED_EVENTS } from './deferred-spec.ts';
import type { Gap } from './find-gaps.ts';
import type { PositionLink } from './link-repository.ts';

type OfPosition = { readonly chainId: number; readonly vault: Address; readonly wallet: Address; readonly positionId: number };
type InBlock = OfPosition & { readonly blockNumber: number; readonly blockHash: Hash };

/**
 * A stored vault event that is processed later. The event is then read from its block again, so an event that a reorg has removed is
 * dropped.
 */
type DeferredEvent = InBlock & { readonly kind: VaultEvent['kind']; readonly logIndex: number };
/**
 * A stored task to remove the link between a position and its record, because a reorg removed the block in which the position was created.
 */
type DeferredUnlink = InBlock & { readonly kind: 'link-taken-back' };
/** A stored task to make a position read its state from the vault, because a reorg removed one of its fills (executed orders). */
type DeferredLook = OfPosition & { readonly kind: 'fill-taken-back' };
/** A stored outcome of a position's order or pay-out, which is delivered to the position's actor later. */
type DeferredOutcome = OfPosition & {
  readonly kind: 'order-outcome';
  readonly positionActorId: string;
  readonly event: JsonObject & { readonly type: string };
  readonly eventId: string;
};

/**
 * A change of a position that the vault's own counter includes, although no event about this change was found. The missing events are
 * searched for again later.
 */
type DeferredGap = OfPosition & { readonly kind: 'events-missing'; readonly fromBlock: number; readonly toBlock: number };

export type DeferredDca = DeferredGap | DeferredEvent | DeferredUnlink | DeferredLook | DeferredOutcome;

type Position = Pick<OfPosition, 'wallet' | 'positionId'>;
export type ReadableVault = Pick<DcaVault, 'chainId' | 'address' | 'readEvents'>;

/** The functions that process those vault events and tasks that were postponed because they could not be processed before. */
export type DcaDoing = {
  readonly apply: (event: VaultEvent, timeSec: number) => Promise<void>;
  /**
   * Removes the position's current link to a record if the link was created in the block with this hash. If the position has another link
   * by now, that link is not removed.
   */
  readonly unlinkFrom: (position: Position, blockHash: Hash) => Promise<void>;
  readonly look: (position: Position) => Promise<void>;
  readonly fill: (gap: Gap) => Promise<void>;
};

/**
 * Processes vault events and other work for positions. Work that fails is stored and retried later, so that it does not delay other
 * positions.
 */
export type DeferredEvents = {
  event(vault: ReadableVault, event: VaultEvent, work: () => Promise<void>): Promise<void>;
  takenBackLink(link: PositionLink, work: () => Promise<void>): Promise<void>;
  takenBackFill(position: OfPosition, work: () => Promise<void>): Promise<void>;
  gap(vault: ReadableVault, gap: Gap, work: () => Promise<void>): Promise<void>;
  outcome(outcome: Omit<DeferredOutcome, 'kind'>, work: () => Promise<void>): Promise<void>;
  retryDue(vault: ReadableVault, doing: DcaDoing): Promise<void>;
  hasSome(chainId: number): Promise<boolean>;
};

export function createDeferredEvents(deps: {
  records: RecordStore;
  clock: Clock;
  log: Log;
  /** Sends a position's actor the outcome of its order or pay-out. */
  tell: (actorId: string, event: DeferredOutcome['event'], eventId: string) => Promise<void>;
}): DeferredEvents {
  const deferred = createDeferredWork<DeferredDca>(DEFERRED_EVENTS, deps);

  return {
    event(vault, event, work) {
      const { kind, wallet, positionId } = event;
      const { blockNumber, blockHash, logIndex } = event.log;
      const subject = { chainId: vault.chainId, vault: vault.address, kind, wallet, positionId, blockNumber, blockHash, logIndex };
      return deferred.doOrDefer(`${vault.chainId}/${blockHash}/${logIndex}`, subject, work, () => isWell(vault));
    },

    takenBackLink(link, work) {
      const { chainId, vault, wallet, positionId, blockNumber, blockHash } = link;
      const subject = { chainId, vault, kind: 'link-taken-back' as const, wallet, positionId, blockNumber, blockHash };
      return deferred.doOrDefer(`${chainId}/${blockHash}/link/${wallet}/${positionId}`, subject, work);
    },

    takenBackFill({ chainId, vault, wallet, positionId }, work) {
      const subject = { chainId, vault, kind: 'fill-taken-back' as const, wallet, positionId };
      return deferred.doOrDefer(`${chainId}/fill/${wallet}/${positionId}`, subject, work);
    },

    async gap({ chainId, address: vault }, { wallet, positionId, fromBlock, toBlock }, work) {
      const subject = { chainId, vault, kind: 'events-missing' as const, wallet, positionId, fromBlock, toBlock };
      const id = `${chainId}/missing/${wallet}/${positionId}`;
      // An event that is already stored for a later attempt is retried at its own scheduled time, so it is not processed here.
      return (await deferred.has(id)) ? undefined : await deferred.doOrDefer(id, subject, work);
    },

    outcome: (outcome, work) =>
      deferred.doOrDefer(`${outcome.chainId}/outcome/${outcome.eventId}`, { ...outcome, kind: 'order-outcome' }, work),

    retryDue: (vault, doing) => deferred.retryDue(vault, (subject) => doAgain(vault, subject, doing)),
    hasSome: deferred.hasSome,
  };

  async function doAgain(vault: ReadableVault, subject: DeferredDca, { apply, unlinkFrom, look, fill }: DcaDoing): Promise<void> {
    if (subject.kind === 'order-outcome') return await deps.tell(subject.positionActorId, subject.event, subject.eventId);
    if (subject.kind === 'events-missing') return await fill(subject);
    if (subject.kind === 'fill-taken-back') return await look(subject);
    if (subject.kind === 'link-taken-back') {
      if (!(await isPartOfChain(vault, subject))) await unlinkFrom(subject, subject.blockHash);
      return;
    }
    const found = await readAgain(vault, subject);
    if (found !== null) await apply(found.event, found.timeSec);
  }
}

/**
 * Checks whether the vault's chain can be read at all. An answer of any endpoint is sufficient, because the failed request was tried on all
 * endpoints.
 */
async function isWell(vault: ReadableVault): Promise<boolean> {
  try {
    await vault.readEvents((reader) => reader.head());
    return true;
  } catch (error) {
    if (error instanceof RetryableError) return false;
    throw error;
  }
}

/** Reads a stored vault event from the chain again; null when a reorg removed the event. */
async function readAgain(vault: ReadableVault, row: DeferredEvent): Promise<{ event: VaultEvent; timeSec: number } | null> {
  return await vault.readEvents(async (reader) => {
    const block = await reader.block(row.blockNumber);
    if (block === null || block.hash !== row.blockHash) return null;
    const events = await reader.events(row.blockNumber, row.blockNumber);
    const event = events.find(({ log }) => log.blockHash === row.blockHash && log.logIndex === row.logIndex);
    return event === undefined ? null : { event, timeSec: block.timeSec };
  });
}

/**
 * Checks whether a block is still part of the chain, or is part of it again after a reorg.
 * @throws RetryableError when the chain does not have a block with this number yet
 */
function isPartOfChain(vault: ReadableVault, { blockNumber, blockHash }: InBlock): Promise<boolean> {
  return vault.readEvents(async (reader) => {
    const block = await reader.block(blockNumber);
    if (block !== null) return block.hash === blockHash;
    throw new RetryableError({ code: 'chain-moved', message: `The chain has no block ${blockNumber} yet.` });
  });
}
