import type { Command } from './command.ts';
import { actorsBulk } from './commands/actors-bulk.ts';
import { actorsDiff } from './commands/actors-diff.ts';
import { actorsHistory } from './commands/actors-history.ts';
import { actorsList } from './commands/actors-list.ts';
import { actorsRelease } from './commands/actors-release.ts';
import { actorsRestore } from './commands/actors-restore.ts';
import { actorsRetry } from './commands/actors-retry.ts';
import { actorsSend } from './commands/actors-send.ts';
import { actorsShow } from './commands/actors-show.ts';
import { actorsTick } from './commands/actors-tick.ts';
import { actorsWhy } from './commands/actors-why.ts';
import { adminAudit } from './commands/admin-audit.ts';
import { adminNetwork, adminNetworks } from './commands/admin-networks.ts';
import { adminRules, adminSetRules } from './commands/admin-rules.ts';
import { adminReset, adminSet, adminSettings } from './commands/admin-settings.ts';
import { adminAddToken, adminToken, adminTokens } from './commands/admin-tokens.ts';
import { adminTrainingExport, adminTrainingList, adminTrainingShow } from './commands/admin-training.ts';
import { adminTrainingApprove, adminTrainingReject } from './commands/admin-training-review.ts';
import { backtestCommand } from './commands/backtest.ts';
import { chat } from './commands/chat.ts';
import { contractsAdmin } from './commands/contracts-admin.ts';
import { contractsDeploy } from './commands/contracts-deploy.ts';
import { contractsPlan } from './commands/contracts-plan.ts';
import { contractsRouters } from './commands/contracts-routers.ts';
import { contractsStatus } from './commands/contracts-status.ts';
import { contractsVerify } from './commands/contracts-verify.ts';
import { deferredDrop, deferredList, deferredRetry } from './commands/deferred.ts';
import { devnetAgent } from './commands/devnet-agent.ts';
import { devnetOpen } from './commands/devnet-open.ts';
import { devnetPrice } from './commands/devnet-price.ts';
import { doctor } from './commands/doctor.ts';
import { inspectorLink } from './commands/inspector-link.ts';
import { migrate } from './commands/migrate.ts';
import { nodeDrain } from './commands/node-drain.ts';
import { notifyTest } from './commands/notify-test.ts';
import { pricesDownload } from './commands/prices-download.ts';
import { profit } from './commands/profit.ts';
import { rampsAccept, rampsProviders } from './commands/ramp-providers.ts';
import { rampsCheck, rampsList, rampsRefresh, rampsShow } from './commands/ramps.ts';
import { rehearse } from './commands/rehearse.ts';
import { showConfig } from './commands/show-config.ts';
import { snapshotsExport } from './commands/snapshots-export.ts';
import { snapshotsImport } from './commands/snapshots-import.ts';
import { today } from './commands/today.ts';
import { tokensOrder } from './commands/tokens-order.ts';
import { treasury } from './commands/treasury.ts';
import { typesFigures } from './commands/types-figures.ts';
import { typesList, typesPause, typesResume } from './commands/types-pause.ts';
import { walletAgent } from './commands/wallet-agent.ts';
import { walletClose } from './commands/wallet-close.ts';
import { walletOpen } from './commands/wallet-open.ts';

/** All commands, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  showConfig,
  doctor,
  devnetOpen,
  devnetAgent,
  devnetPrice,
  backtestCommand,
  pricesDownload,
  contractsPlan,
  contractsDeploy,
  contractsStatus,
  contractsRouters,
  contractsAdmin,
  contractsVerify,
  rehearse,
  profit,
  walletOpen,
  walletAgent,
  walletClose,
  migrate,
  actorsList,
  actorsShow,
  actorsWhy,
  actorsHistory,
  actorsDiff,
  actorsRestore,
  actorsSend,
  actorsTick,
  actorsRelease,
  actorsRetry,
  actorsBulk,
  typesList,
  typesFigures,
  typesPause,
  typesResume,
  deferredList,
  deferredRetry,
  deferredDrop,
  nodeDrain,
  inspectorLink,
  notifyTest,
  rampsList,
  rampsShow,
  rampsRefresh,
  rampsCheck,
  rampsProviders,
  rampsAccept,
  chat,
  snapshotsExport,
  snapshotsImport,
  tokensOrder,
  today,
  treasury,
  adminSettings,
  adminSet,
  adminReset,
  adminRules,
  adminSetRules,
  adminNetworks,
  adminNetwork,
  adminTokens,
  adminAddToken,
  adminToken,
  adminTrainingList,
  adminTrainingShow,
  adminTrainingApprove,
  adminTrainingReject,
  adminTrainingExport,
  adminAudit,
];
