import * as v from 'valibot';
import type { ChatAction } from '../../../values/assistant/chat-actions.ts';
import { askedSchema, connectSchema, errorSchema, optionSchema, switchChainSchema, understoodSchema } from './chat-schemas.ts';

/**
 * The `data` of a bot's message: an object with optional named fields (API specification, "Chat resources"). The schema lists all allowed
 * fields and accepts no others, so that no field is dropped when a message is stored.
 */
export const answerDataSchema = v.strictObject({
  understood: v.optional(understoodSchema),
  options: v.optional(v.array(optionSchema)),
  asked: v.optional(askedSchema),
  /** Words of the user's message that had no influence on the answer. */
  leftOut: v.optional(v.array(v.string())),
  connect: v.optional(connectSchema),
  error: v.optional(errorSchema),
  switchChain: v.optional(switchChainSchema),
});

export type AnswerData = v.InferOutput<typeof answerDataSchema>;

/** The `data` fields that the answers of each action can have, in addition to the fields that every answer can have. */
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

/** The `data` fields that every answer can have. */
export const COMMON_MEMBERS: readonly (keyof AnswerData)[] = ['understood', 'options', 'asked', 'leftOut'];
