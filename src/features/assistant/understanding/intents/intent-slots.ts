import type { Intent, SlotName } from '../agent-service.ts';

export type Need = SlotName | readonly SlotName[];

export type IntentSlots = {
  /** A description for a language model of what a message with this intent requests. */
  readonly about: string;
  /** The slots (values) that a message with this intent can contain. */
  readonly takes: readonly SlotName[];
  /** The slots (values) that the action requires. When an entry is a list of slots, one of them is enough. */
  readonly needs: readonly Need[];
};

const AMOUNT = ['amount', 'amountKind', 'fiat'] as const;
const PAIR = ['fromToken', 'toToken', 'fromChainId', 'toChainId'] as const;
const ANY_AMOUNT: Need = ['amount', 'amountKind'];
const none = { takes: [], needs: [] } as const;

/** Defines which slots (values in a message) each intent can have and needs. Every agent service uses this definition. */
export const INTENT_SLOTS: { readonly [I in Intent]: IntentSlots } = {
  quotes: {
    about: 'A quote, a swap or a bridge: exchange one token for another, or move a token to another chain.',
    takes: [...AMOUNT, 'amountOf', ...PAIR],
    needs: [ANY_AMOUNT, 'fromToken', ['toToken', 'toChainId']],
  },
  history: { about: 'The trades that the wallet made with this service.', takes: ['fromToken', 'fromChainId'], needs: [] },
  text: { about: 'Small talk, thanks, or a question about what this assistant does. Answer in `text`, without figures.', ...none },
  error: { about: 'An order that contradicts itself. Say in `text` what contradicts what.', ...none },
  connect_wallet: { about: 'Connect or sign in with a wallet.', ...none },
  fallback: { about: 'Not understood, not about these functions, or must not be acted on.', ...none },
  send_token: {
    about: 'Send a token to an address or name.',
    takes: [...AMOUNT, 'fromToken', 'to', 'fromChainId'],
    needs: [ANY_AMOUNT, 'fromToken', 'to'],
  },
  portfolio: { about: 'All that a wallet holds.', takes: ['fromChainId', 'to', 'fiat'], needs: [] },
  buy_bz_token: { about: "Buy this service's own (house) token.", takes: [...AMOUNT, 'fromToken'], needs: [] },
  buy_sell: {
    about: 'Buy a token with ordinary money, or sell one for it (card, bank).',
    takes: [...AMOUNT, ...PAIR],
    needs: [['fromToken', 'toToken'], ANY_AMOUNT],
  },
  dca: {
    about: 'A plan that buys a token at intervals, or what to do with such plans.',
    takes: [...AMOUNT, 'amountOf', ...PAIR, 'intervalSeconds', 'count', 'until'],
    needs: [ANY_AMOUNT, 'toToken', 'intervalSeconds', ['count', 'until']],
  },
  tx_info: { about: 'Explain one transaction by its hash.', takes: ['hash', 'fromChainId'], needs: ['hash'] },
  tx_history: { about: "The wallet's transactions and transfers on chain.", takes: ['fromToken', 'fromChainId', 'to'], needs: [] },
  nft_info: { about: 'Look up an NFT.', takes: ['contract', 'fromChainId', 'tokenId'], needs: [] },
  limit_order: {
    about: 'Buy or sell when a token reaches a price, or what to do with such orders.',
    takes: [...AMOUNT, 'amountOf', ...PAIR, 'price', 'condition', 'until'],
    needs: [['fromToken', 'toToken'], ANY_AMOUNT, 'price'],
  },
  check_balance: { about: 'The balance of one token, or of the wallet.', takes: ['fromToken', 'fromChainId', 'to', 'fiat'], needs: [] },
  price_alert: {
    about: 'Tell the user when a price is reached or changes, or what to do with such alerts.',
    takes: ['fromToken', ...AMOUNT, 'condition', 'price', 'fromChainId', 'until'],
    needs: ['fromToken', ['price', 'amount']],
  },
  switch_chain: { about: 'Switch the wallet to another chain.', takes: ['toChainId'], needs: ['toChainId'] },
  create_dapp: { about: 'Build a page or a dApp.', ...none },
  contract_audit: {
    about: 'Audit the code of a contract.',
    takes: ['contract', 'fromToken', 'fromChainId'],
    needs: [['contract', 'fromToken']],
  },
  token_safety: {
    about: 'Whether a token is safe or a scam.',
    takes: ['contract', 'fromToken', 'fromChainId'],
    needs: [['contract', 'fromToken']],
  },
  wallet_card: { about: 'A summary of a wallet.', takes: ['fromChainId', 'to', 'fiat'], needs: [] },
  revoke_approvals: {
    about: "What may spend the wallet's tokens, and revoking such approvals.",
    takes: ['contract', 'fromToken', 'fromChainId'],
    needs: [],
  },
  workflow: { about: 'Several steps of which a later one uses the result of an earlier one.', takes: ['steps'], needs: ['steps'] },
  market_intel: {
    about: 'The price of a token and its market, or the value of an amount of it.',
    takes: ['amount', 'amountKind', 'fromToken', 'fromChainId', 'fiat'],
    needs: [],
  },
  batch: { about: 'Several independent actions at once.', takes: ['steps'], needs: ['steps'] },
  autopilot: {
    about: 'An Autopilot agent that trades by a policy, or what to do with such agents.',
    takes: [
      ...AMOUNT,
      'amountOf',
      'fromToken',
      'toToken',
      'condition',
      'price',
      'intervalSeconds',
      'count',
      'until',
      'fromChainId',
      'toChainId',
      'depositAmount',
      'maxPerTradeUsd',
      'maxPerDayUsd',
      'maxTradesPerDay',
    ],
    needs: [],
  },
};

/** Intents about things that exist over time, such as plans and alerts. A message can ask to list, cancel, pause or resume them. */
export const STANDING_INTENTS: readonly Intent[] = ['dca', 'limit_order', 'price_alert', 'autopilot'];
/** Intents that can be a step of a workflow or batch. */
export const STEP_INTENTS: readonly Intent[] = [
  ...(['quotes', 'send_token', 'revoke_approvals', 'limit_order', 'dca', 'buy_sell', 'price_alert', 'switch_chain'] as const),
];
