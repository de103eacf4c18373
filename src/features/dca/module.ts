import { createDcaActors } from '../../../actors/dca.ts';
import { tellPosition } from '../../../actors/dca-batch/tell-position.ts';
import { createDcaPositions } from '../../../actors/dca-position/positions-client.ts';
import type { ChainMemory } from '../../app/create-chain-memory.ts';
import { type FaultPoint, withFillPoint } from '../../app/fault-points.ts';
import type { Config } from '../../config.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { Market } from '../../market/prices/module.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { createDcaVaults } from '../../platform/chain/dca-vault/create-dca-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { ActorClient } from '../../runtime/client.ts';
import type { ImplementedActor } from '../../runtime/implement-actor.ts';
import type { Clock } from '../../values/clock.ts';
import type { IdSource } from '../../values/id-source.ts';
import { parseRational } from '../../values/rational.ts';
import type { AutopilotFollowing } from '../autopilot/module.ts';
import { createBatchCall } from './batch-call.ts';
import { createChainHeads } from './chain-heads.ts';
import { createDcaService, type DcaService } from './create-dca-service.ts';
import type { DcaPlace, DcaPlaces } from './dca-places.ts';
import type { DcaPositions } from './dca-positions.ts';
import { createDeferredEvents } from './deferred-events.ts';
import { createFillBook } from './fill-book.ts';
import { createReadFinality } from './fill-finality.ts';
import { createGapFinder } from './find-gaps.ts';
import { createFollowVault } from './follow-vault.ts';
import { createFollowVaults } from './follow-vaults.ts';
import { createLinkBook } from './link-book.ts';
import { createLookAtPosition } from './look-at-position.ts';
import { withMergedFields } from './merged-fields.ts';
import { createPlanOrder } from './plan-order.ts';
import { createPlanWithinGas } from './plan-within-gas.ts';
import { createPositionFacts } from './position-facts.ts';
import { createRecordOutcome } from './record-outcome.ts';

export type Dca = {
  readonly actors: readonly ImplementedActor[];
  readonly service: DcaService;
  readonly positions: DcaPositions;
  /** The chains that are followed: those of which this node can read a vault, and those on which ends of trades were seen. */
  readonly chainIds: () => Promise<readonly number[]>;
};

export type DcaDeps = {
  readonly records: RecordStore;
  readonly networks: Networks;
  readonly tokens: Tokens;
  readonly market: Market;
  readonly openChains: OpenChains;
  /** The system that the actors will be part of. */
  readonly client: ActorClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly watch: { vaultGap(chainId: number): void };
  readonly log: Log;
  readonly gas: Gas;
  /** The follower of a chain reads the events of both vaults. */
  readonly autopilot: AutopilotFollowing;
  readonly memory: ChainMemory;
  readonly faultPoint: FaultPoint | undefined;
};

/** Joins what DCA is made of: the books, the vaults, the planner, the actors and the service behind the routes. */
export function createDca(config: Config, deps: DcaDeps): Dca {
  const { records, networks, tokens, clock, ids, log, gas, autopilot, memory, faultPoint } = deps;
  const { prices, routes, feeRules: fees } = deps.market;
  const { chains, executorOf } = deps.openChains;
  const minOrderUsd = parseRational(config.dca.minOrderUsd);
  const vaultAt = createDcaVaults({ chainOf: chains.of });
  const links = createLinkBook({ records, clock });
  const fills = createFillBook({ records });
  const merging = { records, clock, tickEveryMs: config.tickIntervalMs };
  const positions = withMergedFields(createDcaPositions({ actors: deps.client }), merging);

  const places: DcaPlaces = {
    executorOf,
    async of(chainId) {
      const network = chains.has(chainId) ? await networks.get(chainId) : null;
      const vault = network?.contracts.dcaVault ?? null;
      if (network === null || vault === null) return null;
      // A devnet is young and short: it is read from its first block. Of a real chain the recent past is looked at.
      return { vault, confirmations: network.confirmations, firstBlock: network.deploymentId === undefined ? null : 0 };
    },
  };

  const deferred = createDeferredEvents({
    ...{ records, clock, log },
    tell: (actorId, event, eventId) => tellPosition(deps.client, actorId, event, eventId),
  });
  const followVault = createFollowVault({
    ...{ records, clock, places, vaultAt, links, fills, positions, tokens, deferred },
    gaps: createGapFinder({ records, links, fills, log }),
    onGap: deps.watch.vaultGap,
  });

  memory.whenGone('dca-position', createLookAtPosition({ links, positions }));

  /** Where either vault is: of its chain the head alone is read. */
  const followedAt = async (chainId: number): Promise<DcaPlace | null> => {
    const place = await places.of(chainId);
    const vault = place === null ? await autopilot.vaultOf(chainId) : null;
    return vault === null ? place : { vault, confirmations: 0, firstBlock: null };
  };

  /** Without a vault, but ends of trades were seen on it. */
  const isRemembered = async (chainId: number): Promise<boolean> => chains.has(chainId) && (await memory.seen.hasSome(chainId));

  return {
    positions,
    actors: createDcaActors({
      planOrder: createPlanWithinGas({
        planOrder: createPlanOrder({ places, vaultAt, routes, fees, tokens, prices, clock, minOrderUsd }),
        gas: gas.rules,
        isAmongOldest: gas.amongOldest('maxPositionsPerWallet', positions.oldestOpenOf),
      }),
      gas: gas.rules,
      makeBatchCall: createBatchCall({ places, vaultAt, clock }),
      recordOutcome: createRecordOutcome({ vaultAt, fills: faultPoint ? withFillPoint(fills, faultPoint) : fills, gas: gas.rules }),
      followVault: createFollowVaults({
        ...{ followVault, followAgents: autopilot.followAgents, watchForks: memory.watchForks, log },
        hasOrders: async (chainId) => (await places.of(chainId)) !== null,
      }),
      positionFacts: createPositionFacts({ vaultAt, seen: memory.seen, log }),
      chainHeads: createChainHeads({
        ...{ places: { ...places, of: followedAt }, vaultAt, log },
        headOf: async (chainId) => ((await isRemembered(chainId)) ? chains.of(chainId).getBlock('latest') : null),
      }),
      links,
      places,
      deferred,
      faultPoint,
    }),
    service: createDcaService({
      ...{ networks, tokens, prices, fees, positions, links, fills, ids, log, minOrderUsd },
      readFinality: createReadFinality({ records, networks }),
    }),
    async chainIds() {
      const found = await Promise.all(
        chains.chainIds.map(async (chainId) => ((await followedAt(chainId)) !== null || (await isRemembered(chainId)) ? [chainId] : [])),
      );
      return found.flat();
    },
  };
}
