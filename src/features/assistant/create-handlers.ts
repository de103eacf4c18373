import { NATIVE_ADDRESS } from '../../values/native.ts';
import type { Handlers } from './answers/answer.ts';
import type { HandlerNeeds } from './handler-needs.ts';
import { createAutopilotHandler } from './handlers/autopilot.ts';
import { createCheckBalance, createPortfolio } from './handlers/balances.ts';
import { createBuySell } from './handlers/buy-sell.ts';
import { createContractAuditHandler } from './handlers/contract-audit.ts';
import { createDcaHandler } from './handlers/dca.ts';
import { createHistory, createTxHistory } from './handlers/history.ts';
import { createHouseToken } from './handlers/house-token.ts';
import { createLimitOrderHandler } from './handlers/limit-order.ts';
import { createMarketIntel } from './handlers/market-intel.ts';
import { createNftInfo } from './handlers/nft-info.ts';
import { createPrepareTransfer } from './handlers/prepare-transfer.ts';
import { createPriceAlertHandler } from './handlers/price-alert.ts';
import { createQuotesHandler } from './handlers/quotes.ts';
import { createRevokeApprovals } from './handlers/revoke-approvals.ts';
import { createSendToken } from './handlers/send-token.ts';
import { createSpendWarnings } from './handlers/spend-warnings.ts';
import { createSwitchChain } from './handlers/switch-chain.ts';
import { createTokenSafetyHandler } from './handlers/token-safety.ts';
import { createTxInfo } from './handlers/tx-info.ts';
import { createWalletCard } from './handlers/wallet-card.ts';
import { answerConnect, answerContradiction, answerFallback, answerText, notEnabled } from './handlers/words.ts';
import { createWrapNative } from './handlers/wrap-native.ts';
import { createReadCondition } from './lookup/alert-condition.ts';
import { createFindToken } from './lookup/find-token.ts';
import { createMoney } from './lookup/money.ts';
import { createOwnChains } from './lookup/own-chains.ts';
import { createReadAmount } from './lookup/read-amount.ts';
import { createReadSpent } from './lookup/read-spent.ts';
import { createPlanHandlers } from './steps/create-plan-handlers.ts';

/** Creates the handlers that answer messages, one for each intent. */
export function createHandlers(needs: HandlerNeeds): Handlers {
  const { networks, tokens, words, clock, safety, trades, gatherQuotes, balances, calls, vaultCalls, knownMethod, resolveEns } = needs;
  const { prices, fiatRates, transferFees } = needs.market;
  const chains = createOwnChains(needs);
  const money = createMoney({ fiatRates });
  const openMoney = money.open;
  const findToken = createFindToken({ networks, tokens, words });
  const readAmount = createReadAmount({ prices, money, chains });
  const readSpent = createReadSpent({ readAmount, prices });
  const nativeOf = (chainId: number) => tokens.find(chainId, NATIVE_ADDRESS);
  const balanceDeps = { balances, networks, tokens, chains, findToken, openMoney, pricesOf: prices.pricesOf };
  const approvals = { scan: needs.scanApprovals, tell: needs.tellApprovals, chains, tokens, prices, calls, permit2: needs.permit2 };
  const { dca, autopilot, firstSeen } = needs;
  const readCondition = createReadCondition({ money });
  const alertDeps = { alerts: needs.alerts, isProved: needs.isProved, readCondition, findToken, prices };
  const prepareTransfer = createPrepareTransfer({ prices, transferFees, calls, resolveEns, nativeOf });
  const spendWarnings = createSpendWarnings({ chains, nativeOf });
  const switchChain = createSwitchChain({ networks });
  const dcaHandler = createDcaHandler({ dca, findToken, readSpent, chains, networks, tokens, calls, vaultCalls, clock, spendWarnings });
  const plans = createPlanHandlers({
    ...{ gatherQuotes, buildOf: needs.buildOf, relayed: needs.relayed, findToken, readAmount, readSpent, chains, calls, prepareTransfer },
    ...{ networks, nativeOf, tokens, approvals, switchChain, dca: dcaHandler },
  });
  const wrapNative = createWrapNative({ networks, chains, readAmount, calls, spendWarnings });
  const quotes = createQuotesHandler({ gatherQuotes, findToken, readSpent, spendWarnings, wrapNative });
  return {
    text: answerText,
    fallback: answerFallback,
    error: answerContradiction,
    connect_wallet: answerConnect,
    switch_chain: switchChain,
    create_dapp: notEnabled('Building dApps is not enabled on this service. I can prepare trades, alerts and checks instead.'),
    buy_sell: createBuySell({ ramps: needs.ramps, findToken }),
    buy_bz_token: createHouseToken({ house: needs.house, quotes }),
    quotes,
    history: createHistory({ trades, tokens, chains, findToken }),
    tx_history: createTxHistory({ trades, tokens, chains, findToken }),
    send_token: createSendToken({ findToken, readAmount, chains, prepareTransfer }),
    portfolio: createPortfolio(balanceDeps),
    check_balance: createCheckBalance(balanceDeps),
    market_intel: createMarketIntel({ findToken, prices, series: needs.priceHistory.series, openMoney, clock }),
    token_safety: createTokenSafetyHandler({ safety, findToken, tokens }),
    tx_info: createTxInfo({ chains, tokens, prices, nativeOf, knownMethod }),
    dca: dcaHandler,
    nft_info: createNftInfo({ chains, readNft: needs.readNft, readMetadata: needs.readMetadata }),
    limit_order: createLimitOrderHandler({ ...alertDeps, money, chains, networks, tokens, words, spendWarnings }),
    price_alert: createPriceAlertHandler(alertDeps),
    contract_audit: createContractAuditHandler({ contractAudit: needs.contractAudit, findToken, chains }),
    wallet_card: createWalletCard({ balances, chains, openMoney, dca, autopilot, trades, approvals, firstSeen }),
    revoke_approvals: createRevokeApprovals({ ...approvals, findToken }),
    workflow: plans.workflow,
    batch: plans.batch,
    autopilot: createAutopilotHandler({
      ...{ drafts: autopilot, agents: autopilot, findToken, readSpent, networks, tokens, prices, calls, vaultCalls, clock },
    }),
  };
}
