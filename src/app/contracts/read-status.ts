import type { ProductContract } from '../../contracts/load-artifact.ts';
import { type AdminEvents, readAdminEvents } from '../../deployment/product/read-admin-events.ts';
import { type ContractState, readContract } from '../../deployment/product/read-contract.ts';
import { firstBlockSince } from '../../deployment/product/scan-logs.ts';
import type { Address } from '../../values/address.ts';
import { recordedAddresses } from './fill-network-record.ts';
import type { OpenContracts } from './open-contracts.ts';
import { wantedRouters } from './wanted-routers.ts';

/**
 * Maximum time in seconds from the announcement of a contract change until the announcement expires: the maximum delay plus the window in
 * which the change can be made.
 */
const ANNOUNCEMENT_LIFE_SECONDS = (30 + 14) * 86_400;

export type ContractStatus = {
  readonly contract: ContractState;
  readonly announcements: AdminEvents['announcements'];
};

export type ChainStatus = {
  readonly contracts: readonly ContractStatus[];
  /** The range of blocks that was searched for the contracts' admin events. */
  readonly blocks: { readonly fromBlock: number; readonly toBlock: number };
  readonly blockTimeSec: number;
};

/** The product's contracts that the Network record or the settings contain for a chain. */
export function namedContracts({ network }: Pick<OpenContracts, 'network'>): readonly { name: ProductContract; address: Address }[] {
  const named = recordedAddresses(network.contracts);
  return (Object.keys(named) as ProductContract[]).flatMap((name) => {
    const address = named[name];
    return address === null ? [] : [{ name, address }];
  });
}

/**
 * Reads the state of a chain's contracts. The accounts whose permissions are checked come from the settings, the registry and the events.
 * @param fromBlock the first block whose events are read; null: from the oldest announcement that can still be pending
 */
export async function readStatus(open: OpenContracts, fromBlock: number | null): Promise<ChainStatus> {
  const { chain, network, executors, signers } = open;
  const { timestampSec: blockTimeSec, ...blocks } = await eventBlocks(open, fromBlock);
  const routers = wantedRouters(network, null).map(({ address }) => address);
  const contracts: ContractStatus[] = [];
  for (const named of namedContracts(open)) {
    const events = named.name === 'V4SwapRouter' ? NO_EVENTS : await readAdminEvents(chain, named.address, blocks);
    const candidates = {
      executors: union(executors, events.executors),
      signers: union(signers, events.signers),
      routers: union(routers, events.routers),
    };
    const contract = await chain.onOneEndpoint((reads) => readContract(reads, named, candidates));
    contracts.push({ contract, announcements: events.announcements });
  }
  return { contracts, blocks, blockTimeSec };
}

/**
 * Returns the range of blocks whose admin events can matter, and the time of the newest block.
 * @param fromBlock null: from the oldest announcement that can still be pending
 */
export async function eventBlocks({ chain }: Pick<OpenContracts, 'chain'>, fromBlock: number | null) {
  const { number: toBlock, timestampSec } = await chain.getBlock('latest');
  return { fromBlock: fromBlock ?? (await firstBlockSince(chain, timestampSec - ANNOUNCEMENT_LIFE_SECONDS)), toBlock, timestampSec };
}

const NO_EVENTS: AdminEvents = { announcements: [], executors: [], routers: [], signers: [] };

function union(a: readonly Address[], b: readonly Address[]): readonly Address[] {
  return [...new Set([...a, ...b])];
}
