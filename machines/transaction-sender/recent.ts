import { RECENT_KEPT, type SentTransaction, type TransactionSenderContext } from './context.ts';

/**
 * Adds a mined transaction to `recent`, a list of limited length. A filler (a transaction that only uses up a nonce) is kept even if its
 * nonce is the lowest in the list, because the filler is sent next.
 */
export function withRecent(context: Pick<TransactionSenderContext, 'recent'>, sent: SentTransaction): readonly SentTransaction[] {
  const others = context.recent.filter(({ nonce }) => nonce !== sent.nonce);
  const kept = [...others, sent].sort((a, b) => a.nonce - b.nonce).slice(-RECENT_KEPT);
  return kept.includes(sent) ? kept : [sent, ...kept];
}
