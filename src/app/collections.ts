import { AUTOPILOT_ACTIVITY } from '../features/autopilot/activity-book.ts';
import { AUTOPILOT_LINKS, AUTOPILOT_WAITING } from '../features/autopilot/agent-links.ts';
import { DRY_RUNS } from '../features/autopilot/dry-run-book.ts';
import { AUTOPILOT_CURSORS, AUTOPILOT_DEFERRED } from '../features/autopilot/follow-agents.ts';
import { AUTOPILOT_TRADES } from '../features/autopilot/trade-book.ts';
import { DEFERRED_EVENTS } from '../features/dca/deferred-events.ts';
import { DOUBTED_BLOCKS } from '../features/dca/doubted-blocks.ts';
import { DCA_FILLS } from '../features/dca/fill-book.ts';
import { VAULT_CURSORS } from '../features/dca/follow-vault.ts';
import { DCA_LINKS, DCA_WAITING_RECORDS } from '../features/dca/link-book.ts';
import { DCA_MERGED_FIELDS } from '../features/dca/merged-fields.ts';
import { NLU_LOG } from '../features/nlu/create-nlu.ts';
import { NOTIFICATIONS } from '../features/notifications/create-notifications.ts';
import { ORDERS } from '../features/orders/create-orders.ts';
import { SMART_ACCOUNTS } from '../features/smart-accounts/create-smart-accounts.ts';
import { BRIDGE_COMPLETIONS } from '../features/trades/bridge-completions.ts';
import { TRADE_HASHES } from '../features/trades/hash-book.ts';
import { USED_SIGNATURES } from '../http/wallet-auth/create-wallet-auth.ts';
import { SEEN_BLOCKS } from '../market/deferred/seen-blocks.ts';
import { TOUCHED } from '../market/deferred/touched-book.ts';
import { FORK_CURSORS } from '../market/deferred/watch-forks.ts';
import { GAS_SPENDING } from '../market/gas/gas-book.ts';
import { NETWORKS } from '../market/networks/create-networks.ts';
import { AUTOPILOT_PRICES } from '../market/price-series/price-book.ts';
import { SEEDS } from '../market/seeds/insert-unseen-seeds.ts';
import { TOKENS } from '../market/tokens/create-tokens.ts';
import { OPERATOR_ACTS } from '../operator/operations/operator-acts.ts';
import { TYPE_PAUSES } from '../operator/operations/type-pauses.ts';
import type { CollectionSpec } from '../platform/store/record-store.ts';
import { STORE_PROBES } from './watch-store.ts';

/**
 * Every plain collection that the program keeps beside actors: what a store holds is its actors and these. A test looks through the
 * program for collections that are declared and not in the list.
 */
export const collections: readonly CollectionSpec[] = [
  NETWORKS,
  STORE_PROBES,
  TOKENS,
  SEEDS,
  DCA_WAITING_RECORDS,
  DCA_LINKS,
  DCA_MERGED_FIELDS,
  DCA_FILLS,
  VAULT_CURSORS,
  DOUBTED_BLOCKS,
  DEFERRED_EVENTS,
  TOUCHED,
  SEEN_BLOCKS,
  FORK_CURSORS,
  TRADE_HASHES,
  BRIDGE_COMPLETIONS,
  ORDERS,
  SMART_ACCOUNTS,
  NLU_LOG,
  USED_SIGNATURES,
  AUTOPILOT_PRICES,
  NOTIFICATIONS,
  AUTOPILOT_WAITING,
  AUTOPILOT_LINKS,
  DRY_RUNS,
  AUTOPILOT_TRADES,
  AUTOPILOT_ACTIVITY,
  AUTOPILOT_CURSORS,
  AUTOPILOT_DEFERRED,
  GAS_SPENDING,
  TYPE_PAUSES,
  OPERATOR_ACTS,
];
