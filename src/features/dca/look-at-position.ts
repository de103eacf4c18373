import type { ListOldEnds, LookAgain } from '../../market/deferred/watch-forks.ts';
import { parseAddress } from '../../values/address.ts';
import type { DcaPositions, FinishedPositions } from './dca-positions.ts';
import type { LinkRepository } from './link-repository.ts';

/**
 * Creates the function that requests that a position is read from the vault at the next tick (once a minute). It is called when a reorg
 * removed the block in which the end of the position had been found; see `createPositionFacts`.
 */
export function createLookAtPosition(deps: { links: Pick<LinkRepository, 'find'>; positions: Pick<DcaPositions, 'look'> }): LookAgain {
  return async ({ chainId, subject }) => {
    const [vault = '', wallet = '', positionId] = subject.split('/');
    const link = await deps.links.find({
      chainId,
      vault: parseAddress(vault),
      wallet: parseAddress(wallet),
      positionId: Number(positionId),
    });
    if (link !== null) await deps.positions.look(link.recordId);
    return true;
  };
}

/** Lists the positions of a chain that are completed or cancelled; see `ListOldEnds`. */
export function listFinishedPositions(positions: FinishedPositions): ListOldEnds {
  return async (chainId, _sinceMs, most) =>
    (await positions.finishedOn(chainId, most)).map(({ vault, wallet, positionId }) => `${vault}/${wallet}/${positionId}`);
}
