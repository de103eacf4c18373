import type { Networks } from '../../market/networks/create-networks.ts';
import type { PriceHistory } from '../../market/price-series/module.ts';
import type { Market } from '../../market/prices/module.ts';
import type { TokenSafety } from '../../market/safety/token-safety.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import type { ReadNft } from '../../platform/chain/nft/read-nft.ts';
import type { VaultCalls } from '../../platform/chain/wallet-calls/encode-vault-calls.ts';
import type { WalletCalls } from '../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import type { KnownMethod } from '../../platform/chain/wallet-calls/known-methods.ts';
import type { ResolveEns } from '../../platform/chain/wallet-calls/resolve-ens.ts';
import type { Address, ChainAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import type { GivenAlerts } from '../alerts/module.ts';
import type { GivenAutopilot } from '../autopilot/module.ts';
import type { Balances } from '../balances/create-balances.ts';
import type { ContractAudit } from '../contract-audit/contract-audit.ts';
import type { DcaGives } from '../dca/module.ts';
import type { GatherQuotes } from '../quotes/gather-quotes.ts';
import type { QuoteParts } from '../quotes/module.ts';
import type { RampOffers } from '../ramps/create-offers.ts';
import type { Relayer } from '../relayer/create-relayer.ts';
import type { TradesService } from '../trades/create-trades-service.ts';
import type { Handlers } from './answers/answer.ts';
import type { ScanApprovals } from './approvals-scan.ts';
import { createAutopilotHandler } from './handlers/autopilot.ts';
import { createCheckBalance, createPortfolio } from './handlers/balances.ts';
import { createBuySell } from './handlers/buy-sell.ts';
import { createContractAuditHandler } from './handlers/contract-audit.ts';
import { createDcaHandler } from './handlers/dca.ts';
import { createHistory, createTxHistory } from './handlers/history.ts';
import { createHouseToken, type HouseToken } from './handlers/house-token.ts';
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
import { createReadCondition } from './lookup/alert-condition.ts';
import { createFindToken } from './lookup/find-token.ts';
import { createMoney } from './lookup/money.ts';
import { createOwnChains } from './lookup/own-chains.ts';
import { createReadAmount } from './lookup/read-amount.ts';
import { createReadSpent } from './lookup/read-spent.ts';
import type { ReadMetadata } from './nft/read-metadata.ts';
import { createPlanHandlers } from './steps/create-plan-handlers.ts';
import type { TellApprovals } from './tell-approvals.ts';
import type { TokenWords } from './understanding/agent-service.ts';

/** The parts of the service that the handlers of chat messages use. */
export type HandlerNeeds = {
  readonly networks: Networks;
  readonly tokens: Tokens;
  readonly words: () => Promise<TokenWords>;
  readonly chains: Chains;
  readonly market: Pick<Market, 'prices' | 'fiatRates' | 'transferFees'>;
  readonly priceHistory: Pick<PriceHistory, 'series'>;
  readonly safety: TokenSafety;
  readonly contractAudit: ContractAudit;
  readonly readNft: ReadNft;
  readonly readMetadata: ReadMetadata;
  readonly balances: Balances;
  readonly gatherQuotes: GatherQuotes;
  /** Builds the transaction by which a wallet accepts an offer for a trade. */
  readonly buildOf: QuoteParts['buildOf'];
  /** Builds the transaction for an offer that is executed by the Relayer contract. */
  readonly relayed: Relayer['transactionOf'];
  readonly trades: Pick<TradesService, 'list'>;
  readonly dca: DcaGives;
  readonly autopilot: GivenAutopilot;
  readonly alerts: GivenAlerts;
  /** Whether the sender of a message has proved to own the wallet that the message states (see the setting ASSISTANT_AUTH). */
  readonly isProved: boolean;
  readonly ramps: Pick<RampOffers, 'all'>;
  readonly scanApprovals: ScanApprovals;
  readonly tellApprovals: TellApprovals;
  readonly permit2: Address;
  readonly house: HouseToken | null;
  /** Returns when this service first saw a wallet, in UTC ms; null when it has never seen the wallet. */
  readonly firstSeen: (wallet: ChainAddress) => Promise<number | null>;
  readonly calls: WalletCalls;
  readonly vaultCalls: VaultCalls;
  readonly knownMethod: (data: `0x${string}`) => KnownMethod | null;
  readonly resolveEns: ResolveEns;
  readonly clock: Clock;
};

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
  const quotes = createQuotesHandler({ gatherQuotes, findToken, readSpent, networks, spendWarnings });
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
