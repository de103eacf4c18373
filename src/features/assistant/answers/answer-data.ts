import * as v from 'valibot';
import type { ChatAction } from '../../../values/assistant/chat-actions.ts';
import { askedSchema, connectSchema, errorSchema, optionSchema, switchChainSchema, understoodSchema } from './chat-schemas.ts';

/**
 * The `data` of a bot's message: named optional members (interface document, "Chat resources"). All of them are here, and none other is
 * accepted, so that nothing is dropped when a message is stored.
 */
export const answerDataSchema = v.strictObject({
  understood: v.optional(understoodSchema),
  options: v.optional(v.array(optionSchema)),
  asked: v.optional(askedSchema),
  /** Words of the message that decided nothing. */
  leftOut: v.optional(v.array(v.string())),
  connect: v.optional(connectSchema),
  error: v.optional(errorSchema),
  switchChain: v.optional(switchChainSchema),
});

export type AnswerData = v.InferOutput<typeof answerDataSchema>;

/** The members that the answers of an action may have, beside those of every answer. */
export const MEMBERS_OF: { readonly [Action in ChatAction]: readonly (keyof AnswerData)[] } = {
  text: [],
  fallback: [],
  error: ['error'],
  connect_wallet: ['connect'],
  switch_chain: ['switchChain'],
  quotes: [],
  history: [],
  send_token: [],
  portfolio: [],
  buy_bz_token: [],
  buy_sell: [],
  dca: [],
  tx_info: [],
  tx_history: [],
  nft_info: [],
  limit_order: [],
  check_balance: [],
  price_alert: [],
  create_dapp: [],
  contract_audit: [],
  token_safety: [],
  wallet_card: [],
  revoke_approvals: [],
  workflow: [],
  market_intel: [],
  batch: [],
  autopilot: [],
};

/** The members that every answer may have. */
export const COMMON_MEMBERS: readonly (keyof AnswerData)[] = ['understood', 'options', 'asked', 'leftOut'];
