import type { CollectionSpec } from '../platform/store/record-store.ts';
import { AUTOPILOT_ACTIVITY } from '../services/autopilot/activity-book.ts';
import { AUTOPILOT_LINKS, AUTOPILOT_WAITING } from '../services/autopilot/agent-links.ts';
import { DRY_RUNS } from '../services/autopilot/dry-run-book.ts';
import { AUTOPILOT_CURSORS, AUTOPILOT_DEFERRED } from '../services/autopilot/follow-agents.ts';
import { AUTOPILOT_TRADES } from '../services/autopilot/trade-book.ts';
import { DEFERRED_EVENTS } from '../services/dca/deferred-events.ts';
import { DOUBTED_BLOCKS } from '../services/dca/doubted-blocks.ts';
import { DCA_FILLS } from '../services/dca/fill-book.ts';
import { VAULT_CURSORS } from '../services/dca/follow-vault.ts';
import { DCA_LINKS, DCA_WAITING_RECORDS } from '../services/dca/link-book.ts';
import { DCA_MERGED_FIELDS } from '../services/dca/merged-fields.ts';
import { SEEN_BLOCKS } from '../services/deferred/seen-blocks.ts';
import { TOUCHED } from '../services/deferred/touched-book.ts';
import { FORK_CURSORS } from '../services/deferred/watch-forks.ts';
import { GAS_SPENDING } from '../services/gas/gas-book.ts';
import { NETWORKS } from '../services/networks/create-networks.ts';
import { NLU_LOG } from '../services/nlu/create-nlu.ts';
import { NOTIFICATIONS } from '../services/notifications/create-notifications.ts';
import { OPERATOR_ACTS } from '../services/operations/operator-acts.ts';
import { TYPE_PAUSES } from '../services/operations/type-pauses.ts';
import { ORDERS } from '../services/orders/create-orders.ts';
import { AUTOPILOT_PRICES } from '../services/price-series/price-book.ts';
import { SEEDS } from '../services/seeds/insert-unseen-seeds.ts';
import { SMART_ACCOUNTS } from '../services/smart-accounts/create-smart-accounts.ts';
import { TOKENS } from '../services/tokens/create-tokens.ts';
import { BRIDGE_COMPLETIONS } from '../services/trades/bridge-completions.ts';
import { TRADE_HASHES } from '../services/trades/hash-book.ts';
import { USED_SIGNATURES } from '../services/wallet-auth/create-wallet-auth.ts';
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
