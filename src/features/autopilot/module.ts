import { createAutopilotActors } from '../../../actors/autopilot.ts';
import { autopilotAgent } from '../../../actors/autopilot-agent/actor.ts';
import { createAutopilotAgents } from '../../../actors/autopilot-agent/agents-client.ts';
import { vaultFollower } from '../../../actors/vault-follower/actor.ts';
import type { WalletAuth } from '../../http/wallet-auth/create-wallet-auth.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { GivenChains } from '../../market/chains/module.ts';
import type { ChainMemory } from '../../market/deferred/module.ts';
import { createTouchedRepository } from '../../market/deferred/touched-repository.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { PriceHistory } from '../../market/price-series/module.ts';
import type { Market } from '../../market/prices/module.ts';
import type { TokenSafety } from '../../market/safety/token-safety.ts';
import type { FollowerSpec } from '../../module/follower.ts';
import { defineModule } from '../../module/module.ts';
import { createAutopilotVaults } from '../../platform/chain/autopilot-vault/create-autopilot-vault.ts';
import { createVerifySignature } from '../../platform/chain/create-verify-signature.ts';
import { keccak256OfText } from '../../platform/chain/keccak-text.ts';
import type { Notifications } from '../notifications/notification.ts';
import { AUTOPILOT_ACTIVITY, createActivityRepository } from './activity-repository.ts';
import { createAgentFacts } from './agent-facts.ts';
import { AUTOPILOT_LINKS, AUTOPILOT_WAITING, createAgentLinks } from './agent-links.ts';
import { createAgentsProgress } from './agents-progress.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import { autopilotStrangers } from './autopilot-strangers.ts';
import { createOpenBacktest } from './backtest/open-backtest.ts';
import { backtestOf, largeBacktestsOf } from './backtest-parts.ts';
import { createChainActivity } from './chain-activity.ts';
import { createConfirmAgent } from './confirm-agent.ts';
import { createAutopilotService } from './create-autopilot-service.ts';
import { createExitGuard } from './create-exit-guard.ts';
import { AUTOPILOT_DEFERRED } from './deferred-spec.ts';
import { createDryRuns, DRY_RUNS } from './dry-run-repository.ts';
import { AUTOPILOT_CURSORS, createFollowAgents, type FollowAgents } from './follow-agents.ts';
import { createPlanTrade, createQuoteTrade } from './plan-trade.ts';
import { createPlanAgentTrade } from './plan-within-gas.ts';
import { checkPolicySignature, policyMessage } from './policy-signature.ts';
import { createPreparePolicy } from './prepare-policy.ts';
import { createRecheckAgentTrade, listEndedAgentTrades } from './recheck-agent-trade.ts';
import { createReconcileTrades } from './reconcile-trades.ts';
import { createFillSubscriber, createRecordTrade } from './record-trade.ts';
import { createAutopilotRoutes } from './routes/autopilot-routes.ts';
import { createBacktestRoutes } from './routes/backtest-route.ts';
import { autopilotSettings } from './settings.ts';
import { createTakeBackLinks } from './take-back-links.ts';
import { createTellNotes } from './tell-notes.ts';
import { AUTOPILOT_TRADES, createTradeRepository } from './trade-repository.ts';

/** Number of agents read in turn at each new head without an event, so that no change is missed permanently. */
const AGENTS_IN_TURN = 50;

/** The deployments of the vault and the readers of their events, for the follower of each chain. */
export type AutopilotFollowing = {
  readonly vaultOf: AutopilotDeployments['vaultOf'];
  readonly followAgents: FollowAgents;
};

type Needs = {
  readonly catalog: Catalog;
  readonly chainMemory: ChainMemory;
  readonly chains: GivenChains;
  readonly gas: Gas;
  readonly market: Market;
  readonly notifications: Notifications;
  readonly priceHistory: PriceHistory;
  readonly tokenSafety: TokenSafety;
  readonly walletAuth: WalletAuth;
};

const FOLLOWER: FollowerSpec = { name: 'autopilot', deferred: AUTOPILOT_DEFERRED, actorType: vaultFollower.type };

/** Agents that trade by a signed policy: their stores, vaults, engine facts, actors, and the service behind the routes. */
export const autopilot = defineModule({
  name: 'autopilot',
  needs: {
    ...{ catalog: true, chainMemory: true, chains: true, gas: true, market: true },
    ...{ notifications: true, priceHistory: true, tokenSafety: true, walletAuth: true },
  },
  actors: [autopilotAgent],
  collections: [
    ...[AUTOPILOT_WAITING, AUTOPILOT_LINKS, DRY_RUNS, AUTOPILOT_TRADES],
    ...[AUTOPILOT_ACTIVITY, AUTOPILOT_CURSORS, AUTOPILOT_DEFERRED],
  ],
  tag: { name: 'autopilot', description: 'Agents that trade by a policy which their owner has signed, and backtests of policies.' },
  followers: [FOLLOWER],
  settings: autopilotSettings,
  start(platform, needs: Needs, { maxDryRuns, maxDryRunsPerClient, backtestSeconds, backtestMemoryMb }) {
    const { config, records, clock, ids, log, limits } = platform;
    const { faultPoint } = platform.harness;
    const { market, gas, notifications, tokenSafety: safety } = needs;
    const { networks, tokens } = needs.catalog;
    const { series, readPrice, guard } = needs.priceHistory;
    const { prices, feeRules: fees } = market;
    const { maxQuoteDeviationBps, maxPriceDisagreementBps: maxDisagreementBps } = market.bounds;
    const routes = {
      buy: market.routes,
      sell: market.routesHeldBy(createExitGuard({ series, tokens, maxQuoteDeviationBps, maxDisagreementBps })),
    };
    const { chains, executorOf } = needs.chains;
    const { brand } = config;
    const vaultAt = createAutopilotVaults({ chainOf: chains.of });
    const verifySignature = createVerifySignature({ chains });
    const agents = createAutopilotAgents({ actors: platform.actors, nowMs: clock.now });
    const links = createAgentLinks({ records, clock });
    const activity = createActivityRepository({ records });
    const trades = createTradeRepository({ records });
    const tellFill = createFillSubscriber({ activity, notifications, tokens, prices, nowMs: clock.now });
    const hashText = keccak256OfText;

    const deployments: AutopilotDeployments = {
      executorOf,
      vaultOf: async (chainId) => (chains.has(chainId) ? ((await networks.get(chainId))?.contracts.autopilotVault ?? null) : null),
    };
    const recheck = createRecheckAgentTrade({
      ...{ trades, agents, deployments, vaultAt, activity, tellFill, hashText, clock, seen: needs.chainMemory.seen },
    });
    needs.chainMemory.whenGone('agent-trade', recheck, listEndedAgentTrades({ trades, agents }));
    const agentFacts = createAgentFacts({ deployments, vaultAt, series, safety, tokens, troubleOf: needs.chains.troubleOf, log });
    const preparePolicy = createPreparePolicy({ networks, tokens, prices, keccak256OfText, clock });

    /** An agent that has been deleted meanwhile counts as stopped. */
    const stop = async (recordId: string) => {
      if ((await agents.read(recordId)) !== null) await agents.pause(recordId);
    };
    const touched = createTouchedRepository({ records });
    const gives: AutopilotFollowing = {
      vaultOf: deployments.vaultOf,
      followAgents: createFollowAgents({
        ...{ records, clock, deployments, vaultAt, links, agents, readInTurn: AGENTS_IN_TURN, log },
        takeBackLinks: createTakeBackLinks({ links, agents, activity, clock }),
        confirmationsOf: (chainId) => needs.chains.chains.of(chainId).confirmations,
        activity: createChainActivity({ activity, links, tokens, clock }),
      }),
    };
    const actors = createAutopilotActors({
      deployments,
      planTrade: createPlanAgentTrade({
        planTrade: createPlanTrade({ deployments, vaultAt, routes, fees, hashText, clock }),
        gas: gas.rules,
        isAmongOldest: gas.amongOldest('maxAgentsPerWallet', agents.oldestRunningOf),
        ...{ tokens, prices },
      }),
      quoteTrade: createQuoteTrade({ routes, clock }),
      trades,
      tellFill,
      recordTrade: createRecordTrade({
        ...{ vaultAt, trades, tellFill, activity, notifications, hashText, gas: gas.rules, seen: needs.chainMemory.seen, log },
      }),
      tellNotes: createTellNotes({ activity, notifications }),
      reconcileTrades: createReconcileTrades({ vaultAt, deployments, trades, hashText }),
      ...agentFacts,
      series,
      faultPoint,
    });
    const service = createAutopilotService({
      agents,
      links,
      dryRuns: createDryRuns({ records, clock, stop, bounds: { inAll: maxDryRuns, perClient: maxDryRunsPerClient } }),
      activity,
      deployments,
      vaultAt,
      preparePolicy,
      fees,
      checkPolicySignature: ({ agentId, ...approval }) =>
        checkPolicySignature({ ...approval, agent: agentId ?? 'new' }, { brand, verifySignature }),
      policyMessage: ({ agentId, ...signed }) => policyMessage(brand, { ...signed, agent: agentId ?? 'new' }),
      confirm: createConfirmAgent({
        ...{ agents, links, deployments, vaultAt },
        noteCreated: (vault, agentId, blockNumber) => touched.note(vault, String(agentId), blockNumber),
      }),
      facts: agentFacts.facts,
      readPrice,
      networks,
      requireRoom: () => platform.requireRoom(null),
      clock,
      ids,
    });
    const validate = (policy: unknown) => preparePolicy.validate(policy, 'body.policy');
    const large = largeBacktestsOf({ guard, bounds: { maxSeconds: backtestSeconds, maxMemoryMb: backtestMemoryMb } }, { validate, log });
    return {
      gives,
      actors,
      routes: [
        createAutopilotRoutes({ autopilot: service, auth: needs.walletAuth, limits }),
        createBacktestRoutes({ open: createOpenBacktest({ validate, series }), backtest: backtestOf(guard), large, limits, log }),
      ],
      followers: [{ spec: FOLLOWER, lastBlock: createAgentsProgress({ records, deployments }) }],
      strangers: { actors: [autopilotStrangers({ links })] },
      stop: large.close,
    };
  },
});
