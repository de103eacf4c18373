/** The kind of a bot's message (API specification, "Chat resources"). Clients use it to choose how to show the message. */
export const CHAT_ACTIONS = [
  'quotes',
  'history',
  'text',
  'error',
  'connect_wallet',
  'fallback',
  'send_token',
  'portfolio',
  'buy_bz_token',
  'buy_sell',
  'dca',
  'tx_info',
  'tx_history',
  'nft_info',
  'limit_order',
  'check_balance',
  'price_alert',
  'switch_chain',
  'create_dapp',
  'contract_audit',
  'token_safety',
  'wallet_card',
  'revoke_approvals',
  'workflow',
  'market_intel',
  'batch',
  'autopilot',
] as const;

export type ChatAction = (typeof CHAT_ACTIONS)[number];

export function isChatAction(text: string): text is ChatAction {
  return CHAT_ACTIONS.some((action) => action === text);
}
