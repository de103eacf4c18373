import { chatSession } from '../../../actors/chat-session/actor.ts';
import { createChatActor } from '../../../actors/chat-session/effects.ts';
import { createChatActors } from '../../../actors/chat-session/sessions-client.ts';
import { alertWords } from '../../http/docs/words/alert-words.ts';
import { MOST_UNPROVED } from '../../http/strangers/bounds.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { GivenChains } from '../../market/chains/module.ts';
import type { PriceHistory } from '../../market/price-series/module.ts';
import type { Market } from '../../market/prices/module.ts';
import type { TokenSafety } from '../../market/safety/token-safety.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import type { Platform } from '../../module/platform.ts';
import { approvalReader, PERMIT2 } from '../../platform/chain/approvals/read-approvals.ts';
import { readNft } from '../../platform/chain/nft/read-nft.ts';
import { vaultCalls } from '../../platform/chain/wallet-calls/encode-vault-calls.ts';
import { walletCalls } from '../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import { knownMethod } from '../../platform/chain/wallet-calls/known-methods.ts';
import { createResolveEns } from '../../platform/chain/wallet-calls/resolve-ens.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import { createOutbound } from '../../platform/net/outbound.ts';
import type { Address } from '../../values/address.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { GivenAccounts } from '../accounts/module.ts';
import type { GivenAdmin } from '../admin/module.ts';
import type { GivenAlerts } from '../alerts/module.ts';
import type { GivenAutopilot } from '../autopilot/module.ts';
import type { Balances } from '../balances/create-balances.ts';
import type { ContractAudit } from '../contract-audit/contract-audit.ts';
import type { DcaGives } from '../dca/module.ts';
import type { GivenNotifications } from '../notifications/module.ts';
import type { QuoteParts } from '../quotes/module.ts';
import type { RampOffers } from '../ramps/create-offers.ts';
import type { Relayer } from '../relayer/create-relayer.ts';
import type { TradesService } from '../trades/create-trades-service.ts';
import { createAnswerTurn } from './answer-turn.ts';
import { createAnswerWaiters } from './answer-waiters.ts';
import { APPROVAL_SCANS, createScanApprovals } from './approvals-scan.ts';
import { assistantNotes } from './assistant-notes.ts';
import { answerWords, chatWords } from './assistant-words.ts';
import { chatEvent } from './chat-event.ts';
import { CHAT_MESSAGES } from './chat-message.ts';
import { CHAT_METRICS, showWaiting } from './chat-metrics.ts';
import { chatStrangers, MOST_CONVERSATIONS, MOST_MESSAGES } from './chat-strangers.ts';
import { createChatWork } from './chat-work.ts';
import { contractAnswerWords } from './contract-answer-words.ts';
import { createAssistant } from './create-assistant.ts';
import { createHandlers } from './create-handlers.ts';
import { createMessages } from './create-messages.ts';
import { createForgetAll } from './forget-all.ts';
import type { HandlerNeeds } from './handler-needs.ts';
import { readApprovals } from './handlers/revoke-approvals.ts';
import { createSentences } from './legacy/create-sentences.ts';
import { NLU_LOG } from './legacy/sentence.ts';
import { createSwapAiRoutes } from './legacy/swap-ai-routes.ts';
import { createWitRoutes } from './legacy/wit-routes.ts';
import { createOwnChains } from './lookup/own-chains.ts';
import { examineModel } from './model/examine-model.ts';
import { UNDERSTANDING_METRICS } from './model/model-metrics.ts';
import { MODEL_TURNS, MOST_TURN_COUNTS } from './model/model-turns.ts';
import { MODEL_PROBE, openAgent } from './model/open-model.ts';
import { createReadMetadata } from './nft/read-metadata.ts';
import { createPrepareTurn } from './prepare-turn.ts';
import { createReadConversation } from './read-conversation.ts';
import { createChatRoutes } from './routes/chat-routes.ts';
import { createGuardWallet } from './routes/guard-wallet.ts';
import { createSuggestionRoutes } from './routes/suggestion-routes.ts';
import { assistantSettings } from './settings.ts';
import { createSuggestions } from './suggestions/create-suggestions.ts';
import { createTellApprovals } from './tell-approvals.ts';
import { createFeedbackRoutes } from './training/feedback-routes.ts';
import { openTraining } from './training/open-training.ts';
import { TRAINING_CANDIDATES } from './training/training-candidate.ts';
import { createQuestionOf, createUnderstandAtOnce, createUnderstandTurn } from './understand-turn.ts';
import { createGrammar } from './understanding/create-grammar.ts';
import { createWordsSource } from './understanding/tokens/create-words-source.ts';
import { walletAnswerWords } from './wallet-answer-words.ts';
import { createWatchApprovals } from './watch-approvals.ts';

/** How long a handler may take, in ms. It is shorter than the deadline of the effect in which the handler runs. */
const HANDLER_WITHIN_MS = 25_000;

/** The time between two rounds in which the approvals of some wallets are scanned, in ms. */
const WATCH_EVERY_MS = 60_000;

/** The collections to which unauthenticated clients can add documents, with the maximum number of stored documents of each. */
const ROWS = [
  [CHAT_MESSAGES, MOST_MESSAGES],
  [TRAINING_CANDIDATES, MOST_CONVERSATIONS],
  [APPROVAL_SCANS, MOST_CONVERSATIONS],
  [NLU_LOG, MOST_UNPROVED],
  [MODEL_TURNS, MOST_TURN_COUNTS],
] as const;

/** The module for a chat that answers with the service's own data and prepares transactions for the wallet to sign. */
export const assistant = defineModule({
  name: 'assistant',
  needs: {
    ...{
      accounts: true,
      alerts: true,
      admin: true,
      autopilot: true,
      balances: true,
      dca: true,
      catalog: true,
      chains: true,
      contractAudit: true,
      market: true,
      notifications: true,
      priceHistory: true,
      quotes: true,
      relayer: true,
      ramps: true,
    },
    ...{ tokenSafety: true, trades: true },
  },
  actors: [chatSession],
  // Wallet data is deleted in the order of this list. The chat messages come first, because candidates for training data are made from
  // them: a candidate could otherwise be made again after all candidates were deleted.
  collections: [CHAT_MESSAGES, TRAINING_CANDIDATES, APPROVAL_SCANS, NLU_LOG, MODEL_TURNS],
  tag: {
    name: 'Assistant',
    description: 'The chat: messages, answers with data, conversations, and feedback with its review.',
    place: 50,
    words: [chatWords, answerWords, walletAnswerWords, contractAnswerWords, alertWords],
    notes: assistantNotes,
  },
  metrics: [CHAT_METRICS, UNDERSTANDING_METRICS].flatMap(familiesOf),
  probes: [MODEL_PROBE],
  examinations: [{ of: 'node', examine: (_, settings) => examineModel(settings, fetch) }],
  settings: assistantSettings,
  start(
    platform,
    needs: {
      readonly accounts: GivenAccounts;
      readonly alerts: GivenAlerts;
      readonly admin: GivenAdmin;
      readonly autopilot: GivenAutopilot;
      readonly balances: Balances;
      readonly dca: DcaGives;
      readonly catalog: Catalog;
      readonly chains: GivenChains;
      readonly contractAudit: ContractAudit;
      readonly market: Market;
      readonly notifications: GivenNotifications;
      readonly priceHistory: PriceHistory;
      readonly quotes: Pick<QuoteParts, 'gatherQuotes' | 'buildOf'>;
      readonly relayer: Relayer;
      readonly ramps: { readonly offers: Pick<RampOffers, 'all'> };
      readonly tokenSafety: TokenSafety;
      readonly trades: TradesService;
    },
    { auth, retentionDays, tokenDelayMs, ipfsGateway, nftHosts, approvalsPerMinute, houseToken, ...modelSettings },
  ) {
    const { clock, ids, log, records, store, timers } = platform;
    const { networks, tokens } = needs.catalog;
    const keptMs = retentionDays * DAY_MS;
    const { sessions, messages, read, waiters } = openConversations(platform, keptMs);
    const words = createWordsSource({ networks, tokens, clock, log });
    const { chains } = needs.chains;
    const parts: HandlerNeeds = {
      ...{ networks, tokens, words, chains, clock, market: needs.market, priceHistory: needs.priceHistory },
      ...{ safety: needs.tokenSafety, contractAudit: needs.contractAudit, readNft },
      ...{ gatherQuotes: needs.quotes.gatherQuotes, buildOf: needs.quotes.buildOf, relayed: needs.relayer.transactionOf },
      readMetadata: createReadMetadata({ outbound: createOutbound({ allowedHosts: nftHosts }), gateway: ipfsGateway ?? null }),
      ...{ balances: needs.balances, trades: needs.trades, dca: needs.dca, autopilot: needs.autopilot, ramps: needs.ramps.offers },
      ...{ permit2: PERMIT2, house: houseToken ?? null, alerts: needs.alerts, isProved: auth === 'wallet' },
      ...approvalsOf(platform, needs),
      async firstSeen(wallet) {
        const [oldest] = (await store.list({ keys: { wallet }, order: 'oldest', limit: 1 })).actors;
        return oldest?.record.createdAtMs ?? null;
      },
      ...{ calls: walletCalls, vaultCalls, knownMethod, resolveEns: createResolveEns({ chains }) },
    };
    const grammar = createGrammar({ clock });
    const { agent, probe } = openAgent(platform, grammar, modelSettings, fetch);
    const { feedback, routes: trainingRoutes } = openTraining({ records, read, messages, clock, log, admin: needs.admin });
    const forgetAll = createForgetAll({ messages, feedback, waiters });
    const questionOf = createQuestionOf({ tokens: words, networks, clock });
    const answer = createAnswerTurn({ handlers: createHandlers(parts), clock, log, withinMs: HANDLER_WITHIN_MS });
    const work = createChatWork({
      understand: createUnderstandTurn(agent, questionOf),
      walletOf: async (chatId) => (await sessions.read(chatId))?.wallet ?? null,
      ...{ answer, messages, waiters, forgetAll },
    });
    const prepare = createPrepareTurn({ understand: createUnderstandAtOnce(agent, questionOf), answer, clock });
    const gives = createAssistant({ sessions, read, messages, waiters, prepare, forgetAll, ids, timers });
    needs.accounts.alsoRemove(chatSession.type, gives.removeAll);
    // Requests to the legacy routes name no wallet, so their use of the model could not be limited per wallet. Therefore only the grammar,
    // which costs nothing, reads their sentences.
    const sentences = createSentences({ understand: createUnderstandTurn(grammar, questionOf), records, networks, clock, ids });
    const guard = createGuardWallet(auth === 'wallet' ? needs.accounts.auth.user : null);
    return {
      gives,
      stop: watchApprovals(platform, parts, approvalsPerMinute),
      actors: [createChatActor(work)],
      probes: [probe],
      routes: [
        createChatRoutes({ assistant: gives, guard, tokenDelayMs, timers, log }),
        createSuggestionRoutes({ suggestions: createSuggestions({ ...parts, log }), guard }),
        createWitRoutes({ sentences }),
        createSwapAiRoutes({ assistant: gives, sentences, guard }),
        createFeedbackRoutes({ feedback, guard }),
        ...trainingRoutes,
      ],
      walletEvents: [chatEvent(chatSession.type, { read, messages })],
      strangers: {
        actors: chatStrangers({ type: chatSession.type, keptMs, store, forgetAll }),
        rows: ROWS.map(([spec, most]) => rowsOf(records, spec, most)),
      },
    };
  },
});

/** Opens the stored conversations, and the list of the requests that wait for an answer. */
function openConversations({ actors, clock, log, metrics, records, store, timers }: Platform, keptMs: number) {
  const sessions = createChatActors({ actors, store });
  const messages = createMessages({ records, clock, keptMs });
  const onError = (error: unknown) => log.error('Reading an answer failed', { error });
  const waiters = createAnswerWaiters({ read: messages.answerTo, sessions, timers, onError, onCount: showWaiting(metrics) });
  return { sessions, messages, read: createReadConversation({ sessions, messages }), waiters };
}

type ApprovalNeeds = {
  readonly accounts: Pick<GivenAccounts, 'hasSignedIn'>;
  readonly autopilot: Pick<GivenAutopilot, 'list'>;
  readonly dca: Pick<DcaGives, 'list'>;
  readonly notifications: GivenNotifications;
};

/** Creates the functions that scan the approvals of wallets and notify wallets of new approvals. */
function approvalsOf({ records, clock }: Platform, { accounts, autopilot, dca, notifications }: ApprovalNeeds) {
  // Records that anyone can make for any wallet do not count: they have no position or agent on chain.
  const isKnown = async (wallet: Address) =>
    (await accounts.hasSignedIn(wallet)) ||
    (await dca.list(wallet, 'all')).some(({ positionId }) => positionId !== null) ||
    (await autopilot.list(wallet)).some(({ agentId }) => agentId !== null);
  return {
    scanApprovals: createScanApprovals({ records, reader: approvalReader, isKnown, clock }),
    tellApprovals: createTellApprovals({ notifications }),
  };
}

/** Repeats the scans of approvals, unless the setting turns them off. Returns the function that stops the repetition. */
function watchApprovals({ records, clock, log, timers }: Platform, parts: HandlerNeeds, most: number): () => Promise<void> {
  if (most === 0) return async () => undefined;
  const chains = createOwnChains(parts);
  const deps = { ...parts, scan: parts.scanApprovals, tell: parts.tellApprovals, chains, prices: parts.market.prices };
  const read: Parameters<typeof createWatchApprovals>[0]['read'] = (place, wallet) => readApprovals(deps, place, wallet, 'service');
  return repeatWork(timers, WATCH_EVERY_MS, createWatchApprovals({ records, chains, read, most, clock, log }).round).stop;
}
