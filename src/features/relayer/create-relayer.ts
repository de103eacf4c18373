import type { Networks } from '../../market/networks/create-networks.ts';
import type { RelayerCalls, RelayerSigner } from '../../platform/chain/relayer/relayer.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { isNative } from '../../values/native.ts';
import type { FindBuilt } from './built-transactions.ts';
import { checkAgainstBuilt, checkDeadline } from './check-meta-transaction.ts';
import { type MetaTransactionJson, metaTransactionFor, metaTransactionFromJson, nonceOf, type TradeToRelay } from './meta-transaction.ts';

/** An approval transaction that the wallet sends before the trade. */
export type ApprovalCall = { readonly to: Address; readonly data: string; readonly value: string };

/** The part of a built quote that the relayer service needs. */
export type RelayedBuild = {
  /** The trade as the relayer contract executes it; null when the trade does not go through the relayer. */
  readonly relayed: TradeToRelay | null;
  /** Approvals in the order in which the wallet must send them; null when the allowance cannot be read. */
  readonly approvals: readonly ApprovalCall[] | null;
};

/**
 * Builds the transaction of a quote.
 * @param overrides parameters, as strings, that replace parameters of the original quote request
 */
export type BuildOfQuote = (id: string, overrides: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<RelayedBuild>;

/** All data that a wallet needs to send a quote's trade through the relayer contract (API specification, "Build, sign, relayer data"). */
export type RelayerTransaction = {
  /** Calldata of the token's approval, which is the last entry of `approvals`; null when no approval is needed. */
  readonly approvalData: string | null;
  /** Calldata of `executeMetaTransactionSwap`, including the service's signature. */
  readonly executeData: string;
  /** Amount of wei to send with the transaction, as a decimal string. */
  readonly value: string;
  /** The relayer contract's address. */
  readonly to: Address;
  /** All approvals in the order of sending, each with its token. Some tokens must be approved for zero first. Null when unknown. */
  readonly approvals: readonly ApprovalCall[] | null;
  readonly metaTx: MetaTransactionJson;
  readonly signature: string;
};

export type Relayer = {
  /** Returns the relayer contract's address. @throws TerminalError `no-relayer` (422) */
  relayerAddress(chainId: number): Promise<Address>;
  /** Completes the meta-transaction of a trade (the data that the relayer contract executes) with a nonce and a deadline. */
  metaTransactionOf(trade: TradeToRelay): MetaTransactionJson;
  /**
   * Signs a swap transaction to attest that the service built its route. The wallet remains the sender and pays the gas.
   * @throws TerminalError 422 `no-relayer`, `signer-missing`, `invalid-deadline`, `unknown-transaction`, `transaction-mismatch`
   */
  sign(request: { readonly metaTx: MetaTransactionJson; readonly chainId: number }): Promise<string>;
  /** Builds and signs a quote's transaction. @throws the errors of `sign` and of building a quote; TerminalError `not-relayed` (422) */
  transactionOf(id: string, overrides: Readonly<Record<string, string>>, signal: AbortSignal): Promise<RelayerTransaction>;
};

/** Seconds from signing until the deadline of a signed transaction: enough for a user to review it and for a slow chain to mine it. */
const DEADLINE_SECONDS = 1_200;

/**
 * Creates the relayer service.
 * @param signsAny the setting `SIGN_ANY`: whether transactions that the service did not build are signed, too
 */
export function createRelayer(deps: {
  networks: Pick<Networks, 'get'>;
  signer: RelayerSigner;
  calls: RelayerCalls;
  findBuilt: FindBuilt;
  buildOfQuote: BuildOfQuote;
  clock: Clock;
  ids: IdSource;
  signsAny: boolean;
}): Relayer {
  const { networks, signer, calls, findBuilt, buildOfQuote, clock, ids, signsAny } = deps;

  const relayer: Relayer = {
    async relayerAddress(chainId) {
      const network = await networks.get(chainId);
      const address = network?.contracts.relayer ?? null;
      if (address !== null) return address;
      const where = network === null ? `chain ${chainId}` : `${network.name} (chain ${chainId})`;
      throw new TerminalError({ code: 'no-relayer', message: `There is no relayer on ${where}.`, status: 422, details: { chainId } });
    },

    metaTransactionOf: (trade) =>
      metaTransactionFor(trade, { nonce: nonceOf(ids()), deadline: Math.floor(clock.now() / 1_000) + DEADLINE_SECONDS }),

    async sign({ metaTx: json, chainId }) {
      const address = await relayer.relayerAddress(chainId);
      const metaTx = metaTransactionFromJson(json);
      checkDeadline(metaTx, clock.now());
      if (!signsAny) {
        const { target, spender, data, value, from: wallet } = metaTx;
        const built = await findBuilt({ chainId, target, spender, data, value, wallet });
        if (built === null) {
          throw new TerminalError({
            code: 'unknown-transaction',
            message:
              'This service did not build this transaction, or built it too long ago. Build the quote again, and send the returned metaTx unchanged.',
            status: 422,
          });
        }
        checkAgainstBuilt(metaTx, built);
      }
      return await signer.sign({ chainId, relayer: address, metaTx });
    },

    async transactionOf(id, overrides, signal) {
      const { relayed, approvals } = await buildOfQuote(id, overrides, signal);
      if (relayed === null) {
        throw new TerminalError({
          code: 'not-relayed',
          message:
            'This quote does not go through a relayer. Build it with /defi/swap/:id, and send the returned transaction from the wallet.',
          status: 422,
        });
      }
      const metaTx = relayer.metaTransactionOf(relayed);
      const fields = metaTransactionFromJson(metaTx);
      const address = relayed.relayer;
      const signature = await signer.sign({ chainId: relayed.chainId, relayer: address, metaTx: fields });
      // When the allowance cannot be read, an approval is included, because an unnecessary approval does no harm.
      const unknown = isNative(fields.fromToken) ? null : calls.encodeApprove(address, fields.amountIn);
      return {
        approvalData: approvals === null ? unknown : (approvals.at(-1)?.data ?? null),
        executeData: calls.encodeExecute(fields, signature),
        value: relayed.sendValue.toString(),
        to: relayed.relayer,
        approvals: approvals?.map(({ to, data, value }) => ({ to, data, value })) ?? null,
        metaTx,
        signature,
      };
    },
  };
  return relayer;
}
