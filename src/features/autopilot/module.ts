import { createAutopilotActors } from '../../../actors/autopilot.ts';
import { createAutopilotAgents } from '../../../actors/autopilot-agent/agents-client.ts';
import type { ChainMemory } from '../../app/create-chain-memory.ts';
import type { FaultPoint } from '../../app/fault-points.ts';
import type { Config } from '../../config.ts';
import { createWalletAuth, type WalletAuth } from '../../http/wallet-auth/create-wallet-auth.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { PriceSeries } from '../../market/price-series/price-series.ts';
import type { ReadPrice } from '../../market/price-series/read-price.ts';
import type { Market } from '../../market/prices/module.ts';
import type { TokenSafety } from '../../market/safety/token-safety.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { createAutopilotVaults } from '../../platform/chain/autopilot-vault/create-autopilot-vault.ts';
import { createVerifySignature } from '../../platform/chain/create-verify-signature.ts';
import { keccak256OfText } from '../../platform/chain/keccak-text.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { ActorClient } from '../../runtime/client.ts';
import type { ImplementedActor } from '../../runtime/implement-actor.ts';
import type { Clock } from '../../values/clock.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { Notifications } from '../notifications/notification.ts';
import { createActivityBook } from './activity-book.ts';
import { createAgentFacts } from './agent-facts.ts';
import { createAgentLinks } from './agent-links.ts';
import type { AutopilotPlaces } from './autopilot-places.ts';
import { createOpenBacktest, type OpenBacktest } from './backtest/open-backtest.ts';
import { createChainActivity } from './chain-activity.ts';
import { createConfirmAgent } from './confirm-agent.ts';
import { type AutopilotService, createAutopilotService } from './create-autopilot-service.ts';
import { createExitGuard } from './create-exit-guard.ts';
import { createDryRuns } from './dry-run-book.ts';
import { createFollowAgents, type FollowAgents } from './follow-agents.ts';
import { createPlanTrade, createQuoteTrade } from './plan-trade.ts';
import { createPlanAgentTrade } from './plan-within-gas.ts';
import { checkPolicySignature, policyMessage } from './policy-signature.ts';
import { createPreparePolicy } from './prepare-policy.ts';
import { createRecheckAgentTrade } from './recheck-agent-trade.ts';
import { createReconcileTrades } from './reconcile-trades.ts';
import { createFillTeller, createRecordTrade } from './record-trade.ts';
import { createTellNotes } from './tell-notes.ts';
import { createTradeBook } from './trade-book.ts';

/** Read by each look at a new head although no event was seen of them: all in turn, so that nothing is missed for good. */
const AGENTS_IN_TURN = 50;

export type Autopilot = {
  readonly actors: readonly ImplementedActor[];
  readonly service: AutopilotService;
  readonly auth: WalletAuth;
  readonly openBacktest: OpenBacktest;
  /** Where its vaults are, and what reads their events: a follower that is one for each chain. */
  readonly following: AutopilotFollowing;
};

export type AutopilotFollowing = {
  readonly vaultOf: AutopilotPlaces['vaultOf'];
  readonly followAgents: FollowAgents;
};

export type AutopilotDeps = {
  readonly records: RecordStore;
  readonly networks: Networks;
  readonly tokens: Tokens;
  readonly market: Market;
  readonly series: PriceSeries;
  readonly readPrice: ReadPrice;
  readonly safety: TokenSafety;
  readonly notifications: Notifications;
  readonly openChains: OpenChains;
  readonly gas: Gas;
  readonly memory: ChainMemory;
  /** The system that the actors will be part of. */
  readonly client: ActorClient;
  /** Throws while nothing new of strangers is kept. */
  readonly requireRoom: () => void;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly faultPoint: FaultPoint | undefined;
};

/** Joins what Autopilot is made of: the books, the vaults, the engine's facts, the actors, and the service behind the routes. */
export function createAutopilot(config: Config, deps: AutopilotDeps): Autopilot {
  const { records, networks, tokens, series, readPrice, safety, notifications, gas, clock, ids, log, faultPoint } = deps;
  const { prices, feeRules: fees } = deps.market;
  const { maxQuoteDeviationBps, maxPriceDisagreementBps: maxDisagreementBps } = config.dca;
  const routes = {
    buy: deps.market.routes,
    sell: deps.market.routesHeldBy(createExitGuard({ series, tokens, maxQuoteDeviationBps, maxDisagreementBps })),
  };
  const { chains, executorOf } = deps.openChains;
  const { brand } = config;
  const vaultAt = createAutopilotVaults({ chainOf: chains.of });
  const verifySignature = createVerifySignature({ chains });
  const agents = createAutopilotAgents({ actors: deps.client, nowMs: clock.now });
  const links = createAgentLinks({ records, clock });
  const activity = createActivityBook({ records });
  const trades = createTradeBook({ records });
  const tellFill = createFillTeller({ activity, notifications, tokens, prices, nowMs: clock.now });
  const hashText = keccak256OfText;

  const places: AutopilotPlaces = {
    executorOf,
    vaultOf: async (chainId) => (chains.has(chainId) ? ((await networks.get(chainId))?.contracts.autopilotVault ?? null) : null),
  };
  const recheck = createRecheckAgentTrade({
    ...{ trades, agents, places, vaultAt, activity, tellFill, hashText, clock, seen: deps.memory.seen },
  });
  deps.memory.whenGone('agent-trade', recheck);
  const agentFacts = createAgentFacts({ places, vaultAt, series, safety, tokens, log });
  const preparePolicy = createPreparePolicy({ networks, tokens, prices, keccak256OfText, clock });

  /** One that was forgotten meanwhile is stopped. */
  const stop = async (recordId: string) => {
    if ((await agents.read(recordId)) !== null) await agents.pause(recordId);
  };

  return {
    following: {
      vaultOf: places.vaultOf,
      followAgents: createFollowAgents({
        ...{ records, clock, places, vaultAt, links, agents, readInTurn: AGENTS_IN_TURN, log },
        activity: createChainActivity({ activity, links, tokens, clock }),
      }),
    },
    openBacktest: createOpenBacktest({ validate: preparePolicy.validate, series }),
    auth: createWalletAuth({ records, verifySignature, clock, brand }),
    actors: createAutopilotActors({
      places,
      planTrade: createPlanAgentTrade({
        planTrade: createPlanTrade({ places, vaultAt, routes, fees, hashText, clock }),
        gas: gas.rules,
        isAmongOldest: gas.amongOldest('maxAgentsPerWallet', agents.oldestRunningOf),
        ...{ tokens, prices },
      }),
      quoteTrade: createQuoteTrade({ routes, clock }),
      trades,
      tellFill,
      recordTrade: createRecordTrade({
        ...{ vaultAt, trades, tellFill, activity, notifications, hashText, gas: gas.rules, seen: deps.memory.seen, log },
      }),
      tellNotes: createTellNotes({ activity, notifications }),
      reconcileTrades: createReconcileTrades({ vaultAt, places, trades, hashText }),
      ...agentFacts,
      faultPoint,
    }),
    service: createAutopilotService({
      agents,
      links,
      dryRuns: createDryRuns({ records, clock, stop, bounds: config.strangers.dryRuns }),
      activity,
      places,
      vaultAt,
      preparePolicy,
      fees,
      checkPolicySignature: ({ agentId, ...approval }) =>
        checkPolicySignature({ ...approval, agent: agentId ?? 'new' }, { brand, verifySignature }),
      policyMessage: ({ agentId, ...signed }) => policyMessage(brand, { ...signed, agent: agentId ?? 'new' }),
      confirm: createConfirmAgent({ agents, links, places, vaultAt }),
      facts: agentFacts.facts,
      readPrice,
      networks,
      requireRoom: deps.requireRoom,
      clock,
      ids,
    }),
  };
}
