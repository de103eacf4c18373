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
import type { ScanApprovals } from './approvals-scan.ts';
import type { HouseToken } from './handlers/house-token.ts';
import type { ReadMetadata } from './nft/read-metadata.ts';
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
