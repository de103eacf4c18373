import * as v from 'valibot';
import type { ChatAction } from '../../../values/assistant/chat-actions.ts';
import { alertSchema, alertsSchema } from './alert-schemas.ts';
import { askedSchema, connectSchema, errorSchema, optionSchema, switchChainSchema, understoodSchema } from './chat-schemas.ts';
import { auditSchema, nftInfoSchema } from './contract-schemas.ts';
import { balanceSchema, marketSchema, portfolioSchema, quoteSchema, tokenSafetySchema, tradeInfoSchema } from './money-schemas.ts';
import { autopilotDraftSchema, dcaDraftSchema, revokeApprovalsSchema, walletCardSchema } from './plan-schemas.ts';
import { rampSchema } from './ramp-answer-schemas.ts';
import { noticeSchema, unsignedSchema } from './shared-schemas.ts';
import { standingSchema } from './standing-schemas.ts';
import { historySchema, transferSchema, txHistorySchema, txInfoSchema } from './transaction-schemas.ts';
import { planSchema } from './workflow-schemas.ts';

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
  /** The transaction that the answer prepares; absent when it prepares none. */
  txn: v.optional(unsignedSchema),
  transfer: v.optional(transferSchema),
  txInfo: v.optional(txInfoSchema),
  history: v.optional(historySchema),
  txHistory: v.optional(txHistorySchema),
  quotes: v.optional(v.array(quoteSchema)),
  tradeInfo: v.optional(tradeInfoSchema),
  /** The offers of ramp providers for a purchase or sale of crypto for money. */
  ramp: v.optional(rampSchema),
  balance: v.optional(balanceSchema),
  portfolio: v.optional(portfolioSchema),
  dca: v.optional(dcaDraftSchema),
  autopilot: v.optional(autopilotDraftSchema),
  /** The existing plans or agents that the answer is about; absent when the answer proposes a new plan or agent. */
  standing: v.optional(standingSchema),
  priceAlert: v.optional(alertSchema),
  limitOrder: v.optional(alertSchema),
  /** What the wallet has too little of for the limit order now. */
  warnings: v.optional(v.array(noticeSchema)),
  alerts: v.optional(alertsSchema),
  walletCard: v.optional(walletCardSchema),
  revokeApprovals: v.optional(revokeApprovalsSchema),
  market: v.optional(marketSchema),
  tokenSafety: v.optional(tokenSafetySchema),
  audit: v.optional(auditSchema),
  nftInfo: v.optional(nftInfoSchema),
  /** A plan of several steps in which later steps use the results of earlier ones. (In a `batch`, the steps are independent.) */
  workflow: v.optional(planSchema),
  batch: v.optional(planSchema),
});

export type AnswerData = v.InferOutput<typeof answerDataSchema>;

/** The `data` fields that the answers of each action can have, in addition to the fields that every answer can have. */
export const MEMBERS_OF: { readonly [Action in ChatAction]: readonly (keyof AnswerData)[] } = {
  text: [],
  fallback: [],
  error: ['error'],
  connect_wallet: ['connect'],
  switch_chain: ['switchChain'],
  quotes: ['quotes', 'tradeInfo', 'txn'],
  history: ['history'],
  send_token: ['transfer', 'txn'],
  portfolio: ['portfolio'],
  buy_bz_token: [],
  buy_sell: ['ramp'],
  dca: ['dca', 'standing'],
  tx_info: ['txInfo'],
  tx_history: ['txHistory'],
  nft_info: ['nftInfo'],
  limit_order: ['limitOrder', 'warnings', 'alerts'],
  check_balance: ['balance'],
  price_alert: ['priceAlert', 'alerts'],
  create_dapp: [],
  contract_audit: ['audit'],
  token_safety: ['tokenSafety'],
  wallet_card: ['walletCard'],
  revoke_approvals: ['revokeApprovals'],
  workflow: ['workflow'],
  market_intel: ['market'],
  batch: ['batch'],
  autopilot: ['autopilot', 'standing'],
};

/** The `data` fields that every answer can have. */
export const COMMON_MEMBERS: readonly (keyof AnswerData)[] = ['understood', 'options', 'asked', 'leftOut'];
