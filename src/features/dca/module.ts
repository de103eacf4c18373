import { createDcaActors } from '../../../actors/dca.ts';
import { dcaBatch } from '../../../actors/dca-batch/actor.ts';
import { tellPosition } from '../../../actors/dca-batch/tell-position.ts';
import { dcaPosition } from '../../../actors/dca-position/actor.ts';
import { createDcaPositions } from '../../../actors/dca-position/positions-client.ts';
import { vaultFollower } from '../../../actors/vault-follower/actor.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { GivenChains } from '../../market/chains/module.ts';
import type { DayCounts } from '../../market/day-sums/module.ts';
import type { ChainMemory } from '../../market/deferred/module.ts';
import { TOUCHED } from '../../market/deferred/touched-repository.ts';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { Market } from '../../market/prices/module.ts';
import type { VaultRoutes } from '../../market/vault-routes/module.ts';
import type { FollowerSpec } from '../../module/follower.ts';
import { defineModule } from '../../module/module.ts';
import { createDcaVaults } from '../../platform/chain/dca-vault/create-dca-vault.ts';
import { newVaultFeeOrNull } from '../../platform/chain/new-vault-fee.ts';
import type { Address } from '../../values/address.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import { parseRational } from '../../values/rational.ts';
import { sampleCalldata } from '../../values/sample-calldata.ts';
import type { AutopilotFollowing } from '../autopilot/module.ts';
import { createBatchCall } from './batch-call.ts';
import { createChainHeads } from './chain-heads.ts';
import { createDcaService, type DcaService } from './create-dca-service.ts';
import type { DcaDeployment, DcaDeployments } from './dca-deployments.ts';
import { dcaNotes } from './dca-notes.ts';
import { dcaStrangers } from './dca-strangers.ts';
import { dcaWords } from './dca-words.ts';
import { createDeferredEvents } from './deferred-events.ts';
import { DEFERRED_EVENTS } from './deferred-spec.ts';
import { createReadFinality } from './fill-finality.ts';
import { withFillPoint } from './fill-point.ts';
import { createFillRepository, DCA_FILLS, type FillRepository } from './fill-repository.ts';
import { createGapFinder } from './find-gaps.ts';
import { createFindPositions } from './find-positions.ts';
import { createFollowVault, DOUBTED_BLOCKS, VAULT_CURSORS } from './follow-vault.ts';
import { beginToFollow, createFollowVaults } from './follow-vaults.ts';
import { countVaultGaps, GAP_METRICS } from './gap-metrics.ts';
import { createLinkRepository, DCA_LINKS, DCA_WAITING_RECORDS } from './link-repository.ts';
import { createLookAtPosition, listFinishedPositions } from './look-at-position.ts';
import { DCA_MERGED_FIELDS, withMergedFields } from './merged-fields.ts';
import { createPlanOrder } from './plan-order.ts';
import { createPlanWithinGas } from './plan-within-gas.ts';
import { positionEvent } from './position-event.ts';
import { createPositionFacts } from './position-facts.ts';
import { createPositionsNow, type PositionsNow } from './positions-now.ts';
import { createRecordOutcome } from './record-outcome.ts';
import { createDcaRoutes } from './routes/dca-routes.ts';
import { dcaSettings } from './settings.ts';
import { createVaultProgress } from './vault-progress.ts';
import { withRecentTime } from './with-recent-time.ts';

type Needs = {
  readonly autopilot: AutopilotFollowing;
  readonly catalog: Catalog;
  readonly chainMemory: ChainMemory;
  readonly chains: GivenChains;
  readonly dayCounts: DayCounts;
  readonly earnedFees: FeeSums;
  readonly gas: Gas;
  readonly market: Market;
  readonly vaultRoutes: VaultRoutes;
};

const FOLLOWER: FollowerSpec = { name: 'dca', deferred: DEFERRED_EVENTS, actorType: vaultFollower.type };

/** The functions of the DCA module that other modules use. */
export type DcaGives = Pick<DcaService, 'check' | 'list'> & {
  /** Lists all fills (executed orders) of a wallet, oldest first. */
  readonly fillsOf: FillRepository['allOf'];
  /** Returns the address of a chain's DCA vault; null when the chain has none. */
  readonly vaultOf: (chainId: number) => Promise<Address | null>;
  readonly positionsNow: PositionsNow;
};

/**
 * The module of DCA positions, which buy at regular intervals: stores, vaults, planner, actors, and the service behind the routes. Its
 * reader of vault events also reads the Autopilot vaults.
 */
export const dca = defineModule({
  name: 'dca',
  needs: {
    ...{ autopilot: true, catalog: true, chainMemory: true, chains: true, dayCounts: true, earnedFees: true, gas: true },
    ...{ market: true, vaultRoutes: true },
  },
  actors: [dcaPosition, dcaBatch, vaultFollower],
  collections: [
    ...[DCA_WAITING_RECORDS, DCA_LINKS, DCA_MERGED_FIELDS, DCA_FILLS],
    ...[VAULT_CURSORS, DOUBTED_BLOCKS, DEFERRED_EVENTS, TOUCHED],
  ],
  tag: {
    name: 'Dollar-cost averaging',
    description: 'Positions that buy a token at regular intervals, and their orders.',
    place: 35,
    words: [dcaWords],
    notes: dcaNotes,
  },
  followers: [FOLLOWER],
  metrics: Object.values(GAP_METRICS),
  settings: dcaSettings,
  start(platform, needs: Needs, settings) {
    const { config, records, store, clock, ids, log, limits } = platform;
    const { faultPoint } = platform.harness;
    const {
      autopilot,
      gas,
      chainMemory: memory,
      vaultRoutes: { best: routes, onRouteFailed },
    } = needs;
    const { networks, tokens } = needs.catalog;
    const { prices, feeRules: fees } = needs.market;
    const { chains, troubleOf } = needs.chains;
    const minOrderUsd = parseRational(settings.minOrderUsd);
    const vaultAt = createDcaVaults({ chainOf: chains.of });
    const recentAt = withRecentTime(vaultAt, { clock });
    const links = createLinkRepository({ records, clock });
    const fills = createFillRepository({ records, earned: needs.earnedFees, days: needs.dayCounts.sums });
    const recordedFills = faultPoint ? withFillPoint(fills, faultPoint) : fills;
    const positions = withMergedFields(createDcaPositions(platform), { records, clock, tickEveryMs: config.tickIntervalMs });

    const deployments = deploymentsOf(needs);

    const deferred = createDeferredEvents({
      ...{ records, clock, log },
      tell: (actorId, event, eventId) => tellPosition(platform.actors, actorId, event, eventId),
    });
    const followVault = createFollowVault({
      ...{ records, clock, deployments, vaultAt, links, fills, positions, tokens, deferred },
      gaps: createGapFinder({ records, links, fills, log }),
      onGap: countVaultGaps(platform.metrics),
    });
    memory.whenGone('dca-position', createLookAtPosition({ links, positions }), listFinishedPositions(positions));

    /** Returns the vault from which a chain is read, or null. On a chain with only an Autopilot vault, only the newest block is read. */
    const followedAt = async (chainId: number): Promise<DcaDeployment | null> => {
      const place = await deployments.of(chainId);
      const vault = place === null ? await autopilot.vaultOf(chainId) : null;
      return vault === null ? place : { vault, confirmations: 0, firstBlock: null };
    };

    /** Whether to read a chain without a vault: trade results were read from it, or it has other contracts whose events are read. */
    const isRemembered = async (chainId: number): Promise<boolean> => {
      if (!chains.has(chainId)) return false;
      if (await memory.seen.hasSome(chainId)) return true;
      return (await Promise.all(memory.parts.map((part) => part.isFollowed(chainId)))).includes(true);
    };

    const actors = createDcaActors({
      dataFeesOf: (chainId, bytes, gas) => chains.of(chainId).dataFees({ to: NATIVE_ADDRESS, data: sampleCalldata(bytes) }, gas),
      planOrder: createPlanWithinGas({
        planOrder: createPlanOrder({ deployments, vaultAt: recentAt, routes, fees, tokens, prices, clock, minOrderUsd }),
        gas: gas.rules,
        isAmongOldest: gas.amongOldest('maxPositionsPerWallet', positions.oldestOpenOf),
      }),
      gas: gas.rules,
      makeBatchCall: createBatchCall({ deployments, vaultAt: recentAt, clock }),
      recordOutcome: createRecordOutcome({ vaultAt, fills: recordedFills, ...outcomesNeed(needs), onRouteFailed }),
      followVault: createFollowVaults({
        ...{ followVault, followAgents: autopilot.followAgents, parts: memory.parts, watchForks: memory.watchForks, log },
        hasOrders: async (chainId) => (await deployments.of(chainId)) !== null,
      }),
      positionFacts: createPositionFacts({ vaultAt, seen: memory.seen, troubleOf, log }),
      chainHeads: createChainHeads({
        ...{ deployments: { ...deployments, of: followedAt }, vaultAt, log },
        headOf: async (chainId) => ((await isRemembered(chainId)) ? chains.of(chainId).getBlock('latest') : null),
      }),
      ...{ links, deployments, deferred, alone: platform.isAlone ? platform.timers : undefined },
      shown: { fills, actors: platform.actors },
      faultPoint,
    });
    const service: DcaService = createDcaService({
      ...{ networks, tokens, prices, fees, positions, links, fills, ids, log, minOrderUsd },
      readFinality: createReadFinality({ records, networks }),
      newPositionFee: async (chainId) => await newVaultFeeOrNull(chains.of, chainId, (await deployments.of(chainId))?.vault ?? null),
    });
    return {
      gives: { ...givesOf(service, deployments, fills), positionsNow: createPositionsNow(vaultAt) },
      actors,
      routes: [createDcaRoutes({ dca: service, limits })],
      transactionSearch: { type: dcaPosition.type, keysOf: createFindPositions({ fills, links }) },
      walletEvents: [positionEvent(dcaPosition.type, { positions, tokens })],
      followers: [{ spec: FOLLOWER, lastBlock: createVaultProgress({ records, deployments }) }],
      strangers: { actors: [dcaStrangers({ records, store, links })] },
      beforeTicks: async () => beginToFollow(await chainIds(), positions, log),
    };

    async function chainIds(): Promise<readonly number[]> {
      const found = await Promise.all(
        chains.chainIds.map(async (chainId) => ((await followedAt(chainId)) !== null || (await isRemembered(chainId)) ? [chainId] : [])),
      );
      return found.flat();
    }
  },
});

/** Returns the addresses of the chains' vaults according to the Network records. */
function deploymentsOf({ catalog: { networks }, chains: { chains, executorOf } }: Needs): DcaDeployments {
  return {
    executorOf,
    async of(chainId) {
      const network = chains.has(chainId) ? await networks.get(chainId) : null;
      const vault = network?.contracts.dcaVault ?? null;
      if (network === null || vault === null) return null;
      // A devnet (a local test chain) has few blocks, so it is read from its first block. On a real chain only recent blocks are read.
      return { vault, confirmations: network.confirmations, firstBlock: network.deploymentId === undefined ? null : 0 };
    },
  };
}

function givesOf({ check, list }: DcaService, deployments: DcaDeployments, { allOf }: FillRepository): Omit<DcaGives, 'positionsNow'> {
  return { check, list, fillsOf: allOf, vaultOf: async (chainId) => (await deployments.of(chainId))?.vault ?? null };
}

/** Selects, from the parts of other modules, those that are needed to record the outcome of a batch. */
function outcomesNeed({ gas, dayCounts: { failures } }: Needs) {
  return { gas: gas.rules, priceGas: gas.priceGas, failures };
}
