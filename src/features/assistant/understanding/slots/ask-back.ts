import type { Intent, Option, SlotName, TokenWord } from '../agent-service.ts';
import type { UnknownToken } from '../entities/entity.ts';

const QUESTIONS: Readonly<Partial<Record<SlotName, string>>> = {
  amount: 'How much?',
  fromToken: 'Which token?',
  toToken: 'Into which token?',
  to: 'To which address or name?',
  toChainId: 'On which chain?',
  hash: 'Which transaction? Send its hash.',
  contract: 'Which one? Send its address.',
  price: 'At what price?',
  intervalSeconds: 'How often?',
  count: 'How many times, or until when?',
  steps: 'Which steps, in order?',
};

const TOKEN_QUESTIONS: Readonly<Partial<Record<Intent, string>>> = {
  quotes: 'Which token do you want to spend?',
  send_token: 'Which token do you want to send?',
  dca: 'Which token do you want to buy?',
};

/** The names of intents in everyday words, for the labels of buttons. */
const NAMES: Readonly<Record<Intent, string>> = {
  ...{
    quotes: 'Quote a swap',
    history: 'My trades here',
    text: 'Just talk',
    error: 'Nothing',
    connect_wallet: 'Connect a wallet',
    fallback: 'Something else',
  },
  ...{
    send_token: 'Send tokens',
    portfolio: 'My portfolio',
    buy_bz_token: 'Buy the house token',
    buy_sell: 'Buy or sell for money',
    dca: 'Recurring purchases',
  },
  ...{
    tx_info: 'Explain a transaction',
    tx_history: 'My transactions',
    nft_info: 'Look up an NFT',
    limit_order: 'Limit order',
    check_balance: 'My balance',
  },
  ...{ price_alert: 'Price alert', switch_chain: 'Switch the chain', create_dapp: 'Build a dApp', contract_audit: 'Audit a contract' },
  ...{
    token_safety: 'Is a token safe?',
    wallet_card: 'My wallet card',
    revoke_approvals: 'Token approvals',
    workflow: 'Steps that build on each other',
  },
  ...{ market_intel: 'Price and market', batch: 'Several at once', autopilot: 'Autopilot agent' },
};

export function intentOption(intent: Intent): Option {
  return { label: NAMES[intent], slots: {}, intent };
}

/**
 * Builds the question about the first missing slot (a value that the request needs) only, because a person answers one question at a time.
 */
export function questionFor(intent: Intent, missing: readonly SlotName[]): string {
  const [first] = missing;
  if (first === undefined) return '';
  if (intent === 'autopilot' && first === 'amount') return 'How much for each purchase?';
  return first === 'fromToken' ? (TOKEN_QUESTIONS[intent] ?? 'Which token?') : (QUESTIONS[first] ?? `What is the ${first}?`);
}

/** Builds the text about a word that stands where a token must stand but is no listed token. */
export function unknownTokenText({ text, near, isLookAlike }: UnknownToken): string {
  if (isLookAlike) return `"${text}" has letters of another alphabet that only look like a token's name. Type it again with plain letters.`;
  const names = near.map(({ symbol }) => symbol).join(', ');
  return names === '' ? `I do not know a token "${text}".` : `I do not know a token "${text}". Did you mean ${names}?`;
}

/**
 * Builds one option for each token with a similar name. Choosing the option fills the missing slot (a value that the request needs) with
 * the token.
 */
export function tokenOptions(slot: SlotName, near: readonly TokenWord[]): readonly Option[] {
  return near.map(({ symbol, name }) => ({ label: name === symbol ? symbol : `${symbol} (${name})`, slots: { [slot]: symbol } }));
}
