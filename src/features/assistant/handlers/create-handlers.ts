import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Handlers } from '../answers/answer.ts';
import { createSwitchChain } from './switch-chain.ts';
import { answerConnect, answerContradiction, answerFallback, answerText, notEnabled } from './words.ts';

/** The parts of the service that the handlers use. */
export type HandlerNeeds = { readonly networks: Networks };

/** Creates the handlers that answer the messages of each intent. */
export function createHandlers(needs: HandlerNeeds): Handlers {
  const notYet = notEnabled('This is not enabled here yet.');
  return {
    text: answerText,
    fallback: answerFallback,
    error: answerContradiction,
    connect_wallet: answerConnect,
    switch_chain: createSwitchChain(needs),
    create_dapp: notEnabled('Building dApps is not enabled on this service. I can prepare trades, alerts and checks instead.'),
    buy_sell: notEnabled(
      'Buying and selling with money is not connected on this service: it has no ramp provider. I can quote swaps instead.',
    ),
    buy_bz_token: notYet,
    quotes: notYet,
    history: notYet,
    send_token: notYet,
    portfolio: notYet,
    dca: notYet,
    tx_info: notYet,
    tx_history: notYet,
    nft_info: notYet,
    limit_order: notYet,
    check_balance: notYet,
    price_alert: notYet,
    contract_audit: notYet,
    token_safety: notYet,
    wallet_card: notYet,
    revoke_approvals: notYet,
    workflow: notYet,
    market_intel: notYet,
    batch: notYet,
    autopilot: notYet,
  };
}
