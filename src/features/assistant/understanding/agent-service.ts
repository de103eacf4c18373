import type { ChainAddress } from '../../../values/address.ts';

/** The actions of the API specification ("Chat resources"), all 27 that it lists. */
export const INTENTS = [
  ...['quotes', 'history', 'text', 'error', 'connect_wallet', 'fallback', 'send_token', 'portfolio', 'buy_bz_token', 'buy_sell'],
  ...['dca', 'tx_info', 'tx_history', 'nft_info', 'limit_order', 'check_balance', 'price_alert', 'switch_chain', 'create_dapp'],
  ...['contract_audit', 'token_safety', 'wallet_card', 'revoke_approvals', 'workflow', 'market_intel', 'batch', 'autopilot'],
] as const;

/**
 * What a message requests. `history`: trades made with this service; `tx_history`: the wallet's transactions and transfers on chain.
 * `workflow`: several steps in which a later one uses the result of an earlier one; `batch`: several independent steps. `error`: the
 * message was understood but is contradictory (a negative amount, a token swapped into itself), and `text` explains the contradiction.
 * `fallback`: the message was not understood, or must not be acted on.
 */
export type Intent = (typeof INTENTS)[number];

/**
 * How the number of an amount is meant. `token`: an amount of the token. `usd`: worth this many dollars. `percent`: a percentage of the
 * balance or, with `condition: 'change'`, of the price. `all`: the whole balance; the message states no number.
 */
export const AMOUNT_KINDS = ['token', 'usd', 'percent', 'all'] as const;
export type AmountKind = (typeof AMOUNT_KINDS)[number];

/** The condition of an alert or an order: the price is above a value, below a value, or has changed by a percentage. */
export const CONDITIONS = ['above', 'below', 'change'] as const;

/**
 * The values that were recognized in the user's message. They contain only what the message says; nothing is guessed, and a slot that the
 * message does not fill is missing.
 */
export type Slots = {
  /**
   * The amount as decimal text, such as `2800` for "2.8k" and `50` for "half". When `fiat` is present and `amountKind` is absent, the
   * amount is in the currency `fiat`.
   */
  readonly amount?: string;
  readonly amountKind?: AmountKind;
  /**
   * Present only when `amount` is the amount of the token to receive ("buy 1 eth with usdc"). When it is absent, `amount` is the amount of
   * `fromToken`. This slot is our addition to the API specification.
   */
  readonly amountOf?: 'toToken';
  /** The token to spend, send, watch or look up: its symbol as `TokenWords` writes it, or its address when it has no listed symbol. */
  readonly fromToken?: string;
  /** The token to receive; for a purchase, the token that is bought. */
  readonly toToken?: string;
  /** The chain on which the action takes place. For a swap on one chain, both chain slots contain this chain. */
  readonly fromChainId?: number;
  readonly toChainId?: number;
  /**
   * A receiver, or another wallet to look up: an address in the format in which this service stores it, or a name as the user wrote it
   * (`erin.eth`). The agent service does not resolve names.
   */
  readonly to?: string;
  /** Hash of a transaction, in the format in which this service stores it. */
  readonly hash?: string;
  /** Address of a contract, in the format in which this service stores it. */
  readonly contract?: string;
  readonly condition?: (typeof CONDITIONS)[number];
  /**
   * A price as decimal text, in dollars unless `fiat` names another currency. For an `autopilot` with `condition: 'change'`, it is the
   * percentage by which the price must fall before the agent buys.
   */
  readonly price?: string;
  /** Time between two purchases, or between two runs of a recurring action, in seconds. */
  readonly intervalSeconds?: number;
  /** Number of purchases of a plan, or of runs of a recurring action. */
  readonly count?: number;
  /** When the recurring action ends, in ISO 8601: a day (`2026-03-01`) or a moment (`2026-03-01T12:00:00.000Z`). */
  readonly until?: string;
  /** An ISO 4217 currency code in capital letters. */
  readonly fiat?: string;
  /** The steps in the order of the message, at most eight; only for `workflow` and `batch`. */
  readonly steps?: readonly Step[];
  /** The number of an NFT, as decimal text. This slot is our addition to those of the API specification. */
  readonly tokenId?: string;
  /** The amount of `fromToken` that the owner deposits for an agent, as decimal text. This slot and the next three are our additions. */
  readonly depositAmount?: string;
  /** The largest trade of an agent, in dollars, as decimal text. */
  readonly maxPerTradeUsd?: string;
  /** What an agent may spend in 24 hours, in dollars, as decimal text. */
  readonly maxPerDayUsd?: string;
  /** How many trades an agent may make in 24 hours. */
  readonly maxTradesPerDay?: number;
};

export type SlotName = keyof Slots;

/** Maximum number of steps of a workflow or batch. */
export const MOST_STEPS = 8;

export type StepSlots = Omit<Slots, 'steps'>;

/**
 * One step of a workflow or batch. When `usesEarlier` is true, the step spends the output of the previous trade: what the steps between
 * have left of it, or the percentage of it that `amount` states. `shareOf` is `start` when a percentage is of the balance before the first
 * step, as in "half of my weth to usdc and half to wbtc"; without it, the percentage is of what the earlier steps leave.
 */
export type Step = { readonly intent: Intent; readonly slots: StepSlots; readonly usesEarlier: boolean; readonly shareOf?: 'start' };

/** A chain that a message can mention: its id, and the names by which users mention it. */
export type ChainWords = { readonly id: number; readonly name: string; readonly nativeSymbol: string };

export type TokenWord = {
  readonly symbol: string;
  readonly name: string;
  readonly address: ChainAddress;
  readonly chainId: number;
};

/**
 * An index for finding listed tokens by the words of a message. Symbols and names are found in upper and lower case. Hidden tokens are
 * found only by their address.
 */
export type TokenWords = {
  readonly size: number;
  bySymbol(text: string): readonly TokenWord[];
  /** Finds tokens by their whole name, or by their nickname (`tether`). */
  byName(text: string): readonly TokenWord[];
  /** Whether a name or nickname of several words begins with this word, so that it is worth looking for. */
  startsName(word: string): boolean;
  byAddress(text: string): readonly TokenWord[];
  /** Finds tokens whose symbol or name is spelled similarly, the most similar first; at most `most`. */
  near(text: string, most: number): readonly TokenWord[];
  /**
   * Loads a newer index, if there is one. It is called when the current index does not contain a word, so that a token is found right after
   * it was listed.
   */
  renewed(): Promise<TokenWords | null>;
};

/**
 * An earlier message of the conversation. Its intent and slots make it possible to understand a message such as "the same on Base". Earlier
 * messages are passed oldest first.
 */
export type RecentMessage = {
  readonly from: 'user' | 'bot';
  readonly text: string;
  readonly intent?: Intent;
  readonly slots?: Slots;
  /** What a user's message asked to do with existing drafts, orders and alerts. */
  readonly operation?: Operation;
  /** How the bot answered a user's message: with a card, with words only (also with a question), or with what is wrong. */
  readonly answer?: 'card' | 'text' | 'error';
  /** When a user's message was sent (UTC ms). It is missing in old conversations. */
  readonly sentAtMs?: number;
};

/**
 * A choice that clients show as a button. Choosing it sends its label as the next message, which is then understood to mean `slots` (and
 * `intent`).
 */
export type Option = { readonly label: string; readonly slots: Slots; readonly intent?: Intent };

/**
 * A question that the bot has asked and that the user has not answered yet. `asked` contains the slots (values that the request needs) that
 * were missing.
 */
export type PendingQuestion = {
  readonly intent: Intent;
  readonly slots: Slots;
  readonly asked: readonly SlotName[];
  /** Whether the request is complete and only waits until the user has connected a wallet. */
  readonly waitsForWallet?: true;
  /** What to do with the draft, order or alert for which the question asks; absent when the question is about a new one. */
  readonly operation?: Operation;
  readonly options?: readonly Option[];
};

/** Stands for the wallet in the list of what is missing in a request. It is no slot, because messages do not state it. */
export const WALLET = 'wallet';

export type Question = {
  readonly input: string;
  /** The wallet's current chain. It is used to choose between tokens with the same symbol, and is not copied into the slots. */
  readonly chainId: number | undefined;
  readonly supportedChains: readonly ChainWords[];
  readonly tokens: TokenWords;
  readonly activeDappProjectId?: string;
  /** Returns the wallet that the message belongs to, for services that limit their cost per wallet; null when no wallet is connected. */
  readonly walletOf?: () => Promise<ChainAddress | null>;
  readonly recent: readonly RecentMessage[];
  readonly pending?: PendingQuestion;
  /** The bot's last question, when it was asked too long ago. A message that would answer it is told so, and nothing is done. */
  readonly expired?: PendingQuestion;
};

/** The operations on existing drafts, orders and alerts. */
export const OPERATIONS = ['list', 'cancel', 'pause', 'resume'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Understood = {
  readonly intent: Intent;
  readonly slots: Slots;
  /**
   * The confidence from 0 to 1, in steps of 0.01. When it is below `ASKS_BACK_BELOW`, the bot answers with a question, and `options`
   * contains the possible meanings.
   */
  readonly confidence: number;
  readonly by: 'grammar' | 'model';
  /**
   * The slots that the action requires and that the message does not fill. If there are any, the bot must ask for them and store this
   * result of the agent service as the pending question.
   */
  readonly missing: readonly SlotName[];
  /** The operation on existing drafts, orders and alerts; absent when the message is about a new one. */
  readonly operation?: Operation;
  readonly options?: readonly Option[];
  /** Words of the message, as the user wrote them, that had no influence on the result: "I left out: ...". */
  readonly leftOut: readonly string[];
  /** A sentence for the user: a question, or a description of what is wrong. It is plain text and may quote the message. */
  readonly text?: string;
  /** A notice about how the message was understood, such as why a configured language model was not used. */
  readonly notice?: string;
  /** What happened to a pending question: `filled` by this message, or `dropped` because the message is about something else. */
  readonly pending?: 'filled' | 'dropped';
};

/** The minimum confidence for preparing an action. When the confidence is lower, the bot must ask a question first. */
export const ASKS_BACK_BELOW = 0.5;

/** The confidence (from 0 to 1) in a request with unusual words before its verb. It is so low that the bot asks the user before it acts. */
export const UNSURE_ORDER = 0.4;

/**
 * A service that interprets messages. It has no access to wallets and performs no actions; a handler validates the result and acts on it.
 */
export type AgentService = {
  understand(question: Question, signal?: AbortSignal): Promise<Understood>;
  /**
   * Understands a message without waiting for anything. Null when `understand` might understand it better, because it first looks for
   * tokens that were added lately. Missing in agent services that always have to wait, such as a language model.
   */
  readonly understandAtOnce?: (question: Question) => Understood | null;
};
