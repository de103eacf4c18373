import { createAutopilotActors } from '../../../actors/autopilot.ts';
import { autopilotAgent } from '../../../actors/autopilot-agent/actor.ts';
import { createAutopilotAgents } from '../../../actors/autopilot-agent/agents-client.ts';
import { tradeBatch } from '../../../actors/trade-batch/actor.ts';
import { vaultFollower } from '../../../actors/vault-follower/actor.ts';
import type { WalletAuth } from '../../http/wallet-auth/create-wallet-auth.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { GivenChains } from '../../market/chains/module.ts';
import type { DayCounts } from '../../market/day-sums/module.ts';
import type { ChainMemory } from '../../market/deferred/module.ts';
import { createTouchedRepository } from '../../market/deferred/touched-repository.ts';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { PriceHistory } from '../../market/price-series/module.ts';
import type { Market } from '../../market/prices/module.ts';
import type { TokenSafety } from '../../market/safety/token-safety.ts';
import type { VaultRoutes } from '../../market/vault-routes/module.ts';
import type { FollowerSpec } from '../../module/follower.ts';
import { defineModule } from '../../module/module.ts';
import type { Platform } from '../../module/platform.ts';
import { createAutopilotVaults } from '../../platform/chain/autopilot-vault/create-autopilot-vault.ts';
import { createVerifySignature } from '../../platform/chain/create-verify-signature.ts';
import { keccak256OfText } from '../../platform/chain/keccak-text.ts';
import { newVaultFeeOrNull } from '../../platform/chain/new-vault-fee.ts';
import type { Notifications } from '../notifications/notification.ts';
import { AUTOPILOT_ACTIVITY, createActivityRepository } from './activity-repository.ts';
import { agentEvent } from './agent-event.ts';
import { createAgentFacts } from './agent-facts.ts';
import { AUTOPILOT_LINKS, AUTOPILOT_WAITING, createAgentLinks } from './agent-links.ts';
import { createAgentsProgress } from './agents-progress.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import { autopilotNotes } from './autopilot-notes.ts';
import { autopilotStrangers } from './autopilot-strangers.ts';
import { autopilotWords } from './autopilot-words.ts';
import { createOpenBacktest } from './backtest/open-backtest.ts';
import { backtestOf, largeBacktestsOf } from './backtest-parts.ts';
import { createChainActivity } from './chain-activity.ts';
import { createConfirmAgent } from './confirm-agent.ts';
import { type AutopilotService, createAutopilotService } from './create-autopilot-service.ts';
import { createExitGuard } from './create-exit-guard.ts';
import { AUTOPILOT_DEFERRED } from './deferred-spec.ts';
import { createDraftPolicies, type DraftPolicies } from './draft-policy.ts';
import { createDryRuns, DRY_RUNS } from './dry-run-repository.ts';
import { createFindAgents } from './find-agents.ts';
import { AUTOPILOT_CURSORS, AUTOPILOT_DOUBTED, createFollowAgents, type FollowAgents } from './follow-agents.ts';
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
import { createSettleTrades } from './settle-trades.ts';
import { withSharedReads } from './shared-vault-reads.ts';
import { createTakeBackLinks } from './take-back-links.ts';
import { createTellNotes } from './tell-notes.ts';
import { AUTOPILOT_TRADES, createTradeRepository, type TradeRepository } from './trade-repository.ts';
import { createTradesCall } from './trades-call.ts';

/**
 * Number of agents per new block whose data is read although no new event concerns them. Over several blocks all agents are read in this
 * way, so a change whose event was missed is still noticed.
 */
const AGENTS_IN_TURN = 50;

/**
 * The functions of the Autopilot module by which each chain's events are read: the vaults' addresses, and the function that reads the
 * vaults' events.
 */
export type AutopilotFollowing = {
  readonly vaultOf: AutopilotDeployments['vaultOf'];
  readonly followAgents: FollowAgents;
};

/** The functions that other modules use: they read the vaults' events, draft and list agents, and return an agent's filled trades. */
export type GivenAutopilot = AutopilotFollowing & DraftPolicies & Pick<AutopilotService, 'list'> & Pick<TradeRepository, 'filledOf'>;

type Needs = {
  readonly catalog: Catalog;
  readonly chainMemory: ChainMemory;
  readonly chains: GivenChains;
  readonly dayCounts: DayCounts;
  readonly earnedFees: FeeSums;
  readonly gas: Gas;
  readonly market: Market;
  readonly notifications: Notifications;
  readonly priceHistory: PriceHistory;
  readonly tokenSafety: TokenSafety;
  readonly vaultRoutes: VaultRoutes;
  readonly walletAuth: WalletAuth;
};

const FOLLOWER: FollowerSpec = { name: 'autopilot', deferred: AUTOPILOT_DEFERRED, actorType: vaultFollower.type };

/**
 * The Autopilot module, for agents that trade by a signed policy: stores, vaults, the data for evaluations, actors, and the service behind
 * the routes.
 */
export const autopilot = defineModule({
  name: 'autopilot',
  needs: {
    ...{ catalog: true, chainMemory: true, chains: true, dayCounts: true, earnedFees: true, gas: true, market: true },
    ...{ notifications: true, priceHistory: true, tokenSafety: true, vaultRoutes: true, walletAuth: true },
  },
  actors: [autopilotAgent, tradeBatch],
  collections: [
    ...[AUTOPILOT_WAITING, AUTOPILOT_LINKS, DRY_RUNS, AUTOPILOT_TRADES],
    ...[AUTOPILOT_ACTIVITY, AUTOPILOT_CURSORS, AUTOPILOT_DEFERRED, AUTOPILOT_DOUBTED],
  ],
  tag: {
    name: 'Autopilot',
    description: 'Agents that trade by a policy which their owner signs, and backtests of policies.',
    place: 40,
    words: [autopilotWords],
    notes: autopilotNotes,
  },
  followers: [FOLLOWER],
  settings: autopilotSettings,
  start(platform, needs: Needs, { maxDryRuns, maxDryRunsPerClient, backtestSeconds, backtestMemoryMb }) {
    const { config, records, clock, ids, log, limits } = platform;
    const { gas, notifications, priceHistory } = needs;
    const { networks, tokens } = needs.catalog;
    const { prices, feeRules: fees } = needs.market;
    const { brand } = config;
    const parts = openParts(platform, needs);
    const { deployments, vaultAt, agents, links, activity, trades, tellFill, agentFacts } = parts;
    const verifySignature = createVerifySignature({ chains: needs.chains.chains });
    const { routes, paperRoutes } = tradeRoutesOf(needs);
    const preparePolicy = createPreparePolicy({ networks, tokens, prices, keccak256OfText, clock });
    recheckTrades(platform, needs, parts);
    const newAgentFee = async (chainId: number) =>
      await newVaultFeeOrNull(needs.chains.chains.of, chainId, await deployments.vaultOf(chainId));

    const actors = createAutopilotActors({
      deployments,
      planTrade: createPlanAgentTrade({
        planTrade: createPlanTrade({ deployments, vaultAt: parts.sharedVaultAt, routes, fees, tokens, hashText, clock }),
        gas: gas.rules,
        isAmongOldest: gas.amongOldest('maxAgentsPerWallet', agents.oldestRunningOf),
        ...{ tokens, prices },
      }),
      quoteTrade: createQuoteTrade({ routes: paperRoutes, newAgentFeeBps: parts.newAgentFeeBps, clock }),
      trades,
      activity,
      tellFill,
      tellNotes: createTellNotes({ activity, notifications }),
      ...batchesOf(platform, needs, parts),
      ...agentFacts,
      series: priceHistory.series,
      faultPoint: platform.harness.faultPoint,
      alone: platform.isAlone ? platform.timers : undefined,
    });
    const service: AutopilotService = createAutopilotService({
      agents,
      links,
      dryRuns: createDryRuns({ records, clock, stop: stopIn(agents), bounds: { inAll: maxDryRuns, perClient: maxDryRunsPerClient } }),
      activity,
      deployments,
      vaultAt,
      newAgentFee,
      preparePolicy,
      fees,
      checkPolicySignature: ({ agentId, ...approval }) =>
        checkPolicySignature({ ...approval, agent: agentId ?? 'new' }, { brand, verifySignature }),
      policyMessage: ({ agentId, ...signed }) => policyMessage(brand, { ...signed, agent: agentId ?? 'new' }),
      confirm: createConfirmAgent({
        ...{ agents, links, deployments, vaultAt },
        noteCreated: (vault, agentId, blockNumber) => parts.touched.note(vault, String(agentId), blockNumber),
      }),
      facts: agentFacts.facts,
      readPrice: priceHistory.readPrice,
      networks,
      requireRoom: () => platform.requireRoom(null),
      clock,
      ids,
    });
    const validate = (policy: unknown) => preparePolicy.validate(policy, 'body.policy');
    const large = largeBacktestsOf(
      { guard: priceHistory.guard, bounds: { maxSeconds: backtestSeconds, maxMemoryMb: backtestMemoryMb } },
      { validate, newAgentFee, log },
    );
    const openBacktest = createOpenBacktest({ validate, newAgentFee, series: priceHistory.series });
    const backtest = backtestOf(priceHistory.guard);
    const drafts = createDraftPolicies({ preview: service.preview, vaultAt, open: openBacktest, backtest });
    const gives: GivenAutopilot = { ...followingOf(platform, needs, parts), ...drafts, list: service.list, filledOf: trades.filledOf };
    return {
      gives,
      actors,
      routes: [
        createAutopilotRoutes({ autopilot: service, auth: needs.walletAuth, limits }),
        createBacktestRoutes({ open: openBacktest, backtest, large, limits, log }),
      ],
      transactionSearch: { type: autopilotAgent.type, keysOf: createFindAgents(trades) },
      walletEvents: [agentEvent(autopilotAgent.type, agents)],
      followers: [{ spec: FOLLOWER, lastBlock: createAgentsProgress({ records, deployments }) }],
      strangers: { actors: [autopilotStrangers({ links })] },
      stop: large.close,
    };
  },
});

const hashText = keccak256OfText;

/** Stops an agent. An agent that was deleted in the meantime counts as stopped. */
function stopIn(agents: Pick<AutopilotAgents, 'read' | 'pause'>): (recordId: string) => Promise<void> {
  return async (recordId) => {
    if ((await agents.read(recordId)) !== null) await agents.pause(recordId);
  };
}

/** Creates the stores, vaults and clients that the agents' actors and the Autopilot service share. */
function openParts(
  { records, actors, clock, log }: Platform,
  { catalog, chains: given, dayCounts, earnedFees: earned, market, notifications, priceHistory, tokenSafety }: Needs,
) {
  const { networks, tokens } = catalog;
  const { chains, executorOf, troubleOf } = given;
  const deployments: AutopilotDeployments = {
    executorOf,
    vaultOf: async (chainId) => (chains.has(chainId) ? ((await networks.get(chainId))?.contracts.autopilotVault ?? null) : null),
  };
  const vaultAt = createAutopilotVaults({ chainOf: chains.of });
  const activity = createActivityRepository({ records });
  return {
    deployments,
    vaultAt,
    /** Many agents plan and record trades at the same time, so they share one reader of the vault, which combines their reads. */
    sharedVaultAt: withSharedReads(vaultAt, { clock }),
    newAgentFeeBps: async (chainId: number) => {
      const vault = await deployments.vaultOf(chainId);
      return vault === null ? 0 : await vaultAt(chainId, vault).newAgentFeeBps();
    },
    activity,
    agents: createAutopilotAgents({ actors, nowMs: clock.now }),
    links: createAgentLinks({ records, clock }),
    trades: createTradeRepository({
      records,
      earned,
      days: { ...dayCounts, subjectOf: (recordId) => `${autopilotAgent.type}/${recordId}` },
    }),
    touched: createTouchedRepository({ records }),
    tellFill: createFillSubscriber({ activity, notifications, tokens, prices: market.prices, nowMs: clock.now }),
    agentFacts: createAgentFacts({ deployments, vaultAt, series: priceHistory.series, safety: tokenSafety, tokens, troubleOf, log }),
  };
}

/** Returns the functions that find routes for agents' purchases and sales. The quotes of sales are compared with the recorded prices. */
function tradeRoutesOf({ market, vaultRoutes, catalog: { tokens }, priceHistory: { series } }: Needs) {
  const { maxQuoteDeviationBps, maxPriceDisagreementBps: maxDisagreementBps } = market.bounds;
  const exitGuard = createExitGuard({ series, tokens, maxQuoteDeviationBps, maxDisagreementBps });
  return {
    routes: { buy: vaultRoutes.best, sell: vaultRoutes.bestHeldBy(exitGuard) },
    paperRoutes: { buy: market.routes, sell: market.routesHeldBy(exitGuard) },
  };
}

/** Creates the functions that send agents' trades in batches, and that record the trades' results and compare them with the chain. */
function batchesOf(platform: Platform, needs: Needs, parts: ReturnType<typeof openParts>) {
  const { deployments, vaultAt, sharedVaultAt, trades } = parts;
  return {
    makeTradesCall: createTradesCall({ vaultAt }),
    settleTrades: createSettleTrades({ vaultAt: sharedVaultAt, gas: needs.gas.rules, priceGas: needs.gas.priceGas, trades }),
    recordTrade: recordTradeOf(platform, needs, parts),
    reconcileTrades: createReconcileTrades({ vaultAt, deployments, trades, hashText }),
    actors: platform.actors,
  };
}

/** Creates the function that records the results of agents' trades. */
function recordTradeOf({ log }: Platform, { chainMemory, gas, notifications, vaultRoutes }: Needs, parts: ReturnType<typeof openParts>) {
  const { sharedVaultAt: vaultAt, trades, tellFill, activity } = parts;
  const { onRouteFailed } = vaultRoutes;
  return createRecordTrade({
    ...{ vaultAt, trades, tellFill, activity, notifications, hashText, gas: gas.rules, priceGas: gas.priceGas },
    ...{ seen: chainMemory.seen, onRouteFailed, log },
  });
}

/** Creates the functions that read the events of the Autopilot vaults. */
function followingOf(
  { records, clock, log }: Platform,
  { catalog, chains: { chains } }: Needs,
  { deployments, vaultAt, links, agents, activity }: ReturnType<typeof openParts>,
): AutopilotFollowing {
  return {
    vaultOf: deployments.vaultOf,
    followAgents: createFollowAgents({
      ...{ records, clock, deployments, vaultAt, links, agents, readInTurn: AGENTS_IN_TURN, log },
      takeBackLinks: createTakeBackLinks({ links, agents, activity, clock }),
      confirmationsOf: (chainId) => chains.of(chainId).confirmations,
      activity: createChainActivity({ activity, links, tokens: catalog.tokens, clock }),
    }),
  };
}

/** Registers the function that checks an agent's trade again after the block of its result was removed from the chain. */
function recheckTrades({ clock }: Platform, { chainMemory }: Needs, parts: ReturnType<typeof openParts>): void {
  const recheck = createRecheckAgentTrade({ ...parts, hashText, clock, seen: chainMemory.seen });
  chainMemory.whenGone('agent-trade', recheck, listEndedAgentTrades(parts));
}
