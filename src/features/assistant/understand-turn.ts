import type { Networks } from '../../market/networks/create-networks.ts';
import { createRecentAnswers } from '../../platform/loop/recent-answers.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { ChatTurn, PendingQuestion, RecentTurn, UnderstoodTurn } from '../../values/assistant/chat-turn.ts';
import type { Clock } from '../../values/clock.ts';
import { asJson } from '../../values/json.ts';
import {
  type AgentService,
  type ChainWords,
  type Intent,
  OPERATIONS,
  type Operation,
  type Option,
  type PendingQuestion as PendingOf,
  type Question,
  type RecentMessage,
  type SlotName,
  type Slots,
  type TokenWords,
  type Understood,
  WALLET,
} from './understanding/agent-service.ts';

/** A message of a user, with what its conversation contributes to its meaning. */
type Asked = {
  readonly turn: ChatTurn;
  /** The last question of the conversation, even if it is too old for an answer. */
  readonly pending: PendingQuestion | null;
  readonly recent: readonly RecentTurn[];
  readonly activeDappProjectId: string | null;
  /** Returns the wallet that the message belongs to, for agent services that limit their cost per wallet. */
  readonly walletOf?: () => Promise<ChainAddress | null>;
};
export type UnderstandTurn = (asked: Asked, signal: AbortSignal) => Promise<UnderstoodTurn>;
export type UnderstandAtOnce = (asked: Asked) => Promise<UnderstoodTurn | null>;

/** How long the list of supported chains is cached, in ms. */
const CHAINS_KEPT_MS = 2_000;

/** Creates the function that asks the agent service what a user's message means. */
export function createUnderstandTurn(agent: AgentService, questionOf: QuestionOf): UnderstandTurn {
  return async (asked, signal) => turnOf(await agent.understand(await questionOf(asked), signal));
}

/**
 * Creates the function that understands a message immediately, before the message is stored. It returns null when the agent service cannot
 * do that.
 */
export function createUnderstandAtOnce({ understandAtOnce }: AgentService, questionOf: QuestionOf): UnderstandAtOnce {
  if (understandAtOnce === undefined) return async () => null;
  return async (asked) => {
    const understood = understandAtOnce(await questionOf(asked));
    return understood === null ? null : turnOf(understood);
  };
}

/** Adds to a message what the agent service needs to understand it. */
export type QuestionOf = (asked: Asked) => Promise<Question>;

/** Creates the function that adds to messages the tokens and the chains that they can name. The chains are cached for a moment. */
export function createQuestionOf(deps: {
  readonly tokens: () => Promise<TokenWords>;
  readonly networks: Pick<Networks, 'list'>;
  readonly clock: Clock;
}): QuestionOf {
  const { tokens, networks, clock } = deps;
  const recently = createRecentAnswers<readonly ChainWords[]>({ nowMs: () => clock.now(), keepMs: CHAINS_KEPT_MS });
  const chains = () =>
    recently('chains', async () => {
      const shown = (await networks.list()).filter(({ show }) => show);
      return shown.map(({ id, name, nativeCurrency }) => ({ id, name, nativeSymbol: nativeCurrency.symbol }));
    });

  return async ({ turn, pending, recent, activeDappProjectId, walletOf }) => ({
    ...{ input: turn.text, chainId: turn.chainId ?? undefined, supportedChains: await chains(), tokens: await tokens() },
    ...(activeDappProjectId === null ? {} : { activeDappProjectId }),
    ...(walletOf === undefined ? {} : { walletOf }),
    recent: recent.flatMap(messagesOf),
    ...(pending === null ? {} : pending.untilMs > turn.sentAtMs ? { pending: pendingOf(pending) } : { expired: pendingOf(pending) }),
  });
}

function turnOf(understood: Understood): UnderstoodTurn {
  const { intent, slots, confidence, by, missing, operation, options = [], leftOut, text = null, notice } = understood;
  return {
    ...{ intent, slots: asJson(slots), confidence, by, missing: [...missing], options: options.map((option) => asJson(option)) },
    ...(operation === undefined ? {} : { operation }),
    ...(notice === undefined ? {} : { notice }),
    ...{ leftOut: [...leftOut], text },
  };
}

// The casts are safe: the values come from the agent service, whose schemas check them, and the session stores them unchanged.

function messagesOf({ text, action, intent, slots, reply, operation, sentAtMs }: RecentTurn): readonly RecentMessage[] {
  const meaning = intent === null ? {} : { intent: intent as Intent, slots: slots as Slots };
  const done = operationNamed(operation);
  const user = {
    ...{ from: 'user' as const, text, ...meaning, answer: answerKind(action) },
    ...(done === undefined ? {} : { operation: done }),
    ...(sentAtMs === undefined ? {} : { sentAtMs }),
  };
  return [user, { from: 'bot', text: reply }];
}

function answerKind(action: RecentTurn['action']): NonNullable<RecentMessage['answer']> {
  return action === 'text' || action === 'error' ? action : 'card';
}

function operationNamed(name: string | undefined): Operation | undefined {
  return OPERATIONS.find((operation) => operation === name);
}

function pendingOf({ intent, slots, missing, options, operation }: PendingQuestion): PendingOf {
  const done = operationNamed(operation);
  return {
    ...(done === undefined ? {} : { operation: done }),
    ...{ intent: intent as Intent, slots: slots as Slots, asked: missing.filter((name) => name !== WALLET) as readonly SlotName[] },
    ...(missing.includes(WALLET) ? { waitsForWallet: true as const } : {}),
    ...(options.length === 0 ? {} : { options: options as readonly Option[] }),
  };
}
