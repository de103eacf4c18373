import type { ChainAddress } from '../../../values/address.ts';

/** The actions of the interface document ("Chat resources"), all 27 that it lists. */
export const INTENTS = [
  ...['quotes', 'history', 'text', 'error', 'connect_wallet', 'fallback', 'send_token', 'portfolio', 'buy_bz_token', 'buy_sell'],
  ...['dca', 'tx_info', 'tx_history', 'nft_info', 'limit_order', 'check_balance', 'price_alert', 'switch_chain', 'create_dapp'],
  ...['contract_audit', 'token_safety', 'wallet_card', 'revoke_approvals', 'workflow', 'market_intel', 'batch', 'autopilot'],
] as const;

/**
 * What a message asks for. `history`: trades made with this service; `tx_history`: the wallet's transactions and transfers on chain.
 * `workflow`: steps in which a later one uses what an earlier one gave; `batch`: independent steps. `error`: understood, but it contradicts
 * itself (a negative amount, a token swapped into itself); `text` says why. `fallback`: not understood, or not to be acted on.
 */
export type Intent = (typeof INTENTS)[number];

/** `usd`: the amount is worth so many dollars. `percent`: of the balance, or of the price with `condition: 'change'`. `all`: no amount. */
export type AmountKind = 'token' | 'usd' | 'percent' | 'all';

/** Everything is what the person's words say; nothing is guessed, and a slot that the words do not fill is missing. */
export type Slots = {
  /** Decimal text, such as `2800` for "2.8k" and `50` for "half". It is in `fiat` when that is there and `amountKind` is not. */
  readonly amount?: string;
  readonly amountKind?: AmountKind;
  /** The token to spend, send, watch or look up: its symbol as `TokenWords` writes it, or its address when it is no listed symbol. */
  readonly fromToken?: string;
  /** The token to receive: in a purchase the bought one. */
  readonly toToken?: string;
  /** Where it happens. A swap on one chain has it in both. */
  readonly fromChainId?: number;
  readonly toChainId?: number;
  /** A receiver, or another wallet that is looked at: an address in stored form, or a name as written (`erin.eth`), never resolved here. */
  readonly to?: string;
  /** A transaction's hash in stored form. */
  readonly hash?: string;
  /** A contract's address in stored form. */
  readonly contract?: string;
  readonly condition?: 'above' | 'below' | 'change';
  /** Decimal text; in dollars unless `fiat` says otherwise. */
  readonly price?: string;
  /** From one purchase, or one run, to the next. */
  readonly intervalSeconds?: number;
  /** Number of purchases or runs. */
  readonly count?: number;
  /** The end, ISO 8601: a day (`2026-03-01`) or a moment (`2026-03-01T12:00:00.000Z`). */
  readonly until?: string;
  /** An ISO 4217 code, in capitals. */
  readonly fiat?: string;
  /** In the order of the message, at most eight; only in `workflow` and `batch`. */
  readonly steps?: readonly Step[];
  /** The number of an NFT, as decimal text. An addition to the names of the interface. */
  readonly tokenId?: string;
};

export type SlotName = keyof Slots;

export type StepSlots = Omit<Slots, 'steps'>;

/** One step. When `usesEarlier`, its amount is what the step before it gave, and `amount` is missing. */
export type Step = { readonly intent: Intent; readonly slots: StepSlots; readonly usesEarlier: boolean };

/** A chain that messages may name. */
export type ChainWords = { readonly id: number; readonly name: string; readonly nativeSymbol: string };

export type TokenWord = {
  readonly symbol: string;
  readonly name: string;
  readonly address: ChainAddress;
  readonly chainId: number;
};

/** The listed tokens, as an index for words. Symbols and names are found in any casing; hidden tokens only by address. */
export type TokenWords = {
  readonly size: number;
  bySymbol(text: string): readonly TokenWord[];
  /** By the whole name, or by its nickname (`tether`). */
  byName(text: string): readonly TokenWord[];
  byAddress(text: string): readonly TokenWord[];
  /** Tokens of which the symbol or name is written nearly so, the nearest first; never more than `most`. */
  near(text: string, most: number): readonly TokenWord[];
  /** A newer index when there may be one, for a word that is not found here: a token that was just added is understood at once. */
  renewed(): Promise<TokenWords | null>;
};

/** An earlier message, the oldest first. `understood` of it lets "the same on Base" refer to it. */
export type RecentMessage = {
  readonly from: 'user' | 'bot';
  readonly text: string;
  readonly intent?: Intent;
  readonly slots?: Slots;
};

/** A chip. Choosing it says what it says: its label, sent as the next message, is understood as `slots` (and `intent`). */
export type Option = { readonly label: string; readonly slots: Slots; readonly intent?: Intent };

/** What the bot asked back, until it is answered. `asked` are the slots that were missing. */
export type PendingQuestion = {
  readonly intent: Intent;
  readonly slots: Slots;
  readonly asked: readonly SlotName[];
  readonly options?: readonly Option[];
};

export type Question = {
  readonly input: string;
  /** The wallet's current chain. It decides between tokens of one symbol, and is not repeated in the slots. */
  readonly chainId: number | undefined;
  readonly supportedChains: readonly ChainWords[];
  readonly tokens: TokenWords;
  readonly activeDappProjectId?: string;
  readonly recent: readonly RecentMessage[];
  readonly pending?: PendingQuestion;
};

export type Understood = {
  readonly intent: Intent;
  readonly slots: Slots;
  /** From 0 to 1, in hundredths. Below `ASKS_BACK_BELOW` the answer is a question: `options` has what it may have meant. */
  readonly confidence: number;
  readonly by: 'grammar' | 'model';
  /** Slots without which the action cannot go on. Not empty: ask for them, and keep it as the pending question. */
  readonly missing: readonly SlotName[];
  readonly options?: readonly Option[];
  /** Words of the message, as written, that decided nothing: "I left out: ...". */
  readonly leftOut: readonly string[];
  /** A sentence for the person: the question that is asked back, or what is wrong. Plain text; it may quote the message. */
  readonly text?: string;
  /** The fate of a pending question: `filled` by this message, or `dropped` because it is about something else. */
  readonly pending?: 'filled' | 'dropped';
};

/** Under this confidence nothing may be prepared. */
export const ASKS_BACK_BELOW = 0.5;

/** Reads messages. It has no access to wallets and does nothing: a handler validates what it says, and acts. */
export type AgentService = {
  understand(question: Question, signal?: AbortSignal): Promise<Understood>;
};
