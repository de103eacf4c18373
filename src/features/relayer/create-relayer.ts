import type { Networks } from '../../market/networks/create-networks.ts';
import type { RelayerCalls, RelayerSigner } from '../../platform/chain/relayer/relayer.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { isNative } from '../../values/native.ts';
import type { FindBuilt } from './built-transactions.ts';
import { checkAgainstBuilt, checkDeadline } from './check-meta-transaction.ts';
import { type MetaTransactionJson, metaTransactionFor, metaTransactionFromJson, nonceOf, type TradeToRelay } from './meta-transaction.ts';

/** A call that the wallet sends before the trade. */
export type ApprovalCall = { readonly to: string; readonly data: string; readonly value: string };

/** What a build of a quote gives, for the Relayer. */
export type RelayedBuild = {
  /** null: the quote is not one that goes through the Relayer. */
  readonly relayed: TradeToRelay | null;
  /** In the order to be sent; null: the allowance cannot be read from here. */
  readonly approvals: readonly ApprovalCall[] | null;
};

/** @param overrides parameters of the quote request, as text, taken over those of the quote */
export type BuildOfQuote = (id: string, overrides: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<RelayedBuild>;

/** All that a wallet needs in order to send a quote's trade through the Relayer (interface document, "Build, sign, relayer data"). */
export type RelayerTransaction = {
  /** Calldata of the approval, for the token; null when none is needed. The last of `approvals`. */
  readonly approvalData: string | null;
  /** Calldata of `executeMetaTransactionSwap`, signed. */
  readonly executeData: string;
  /** Wei to send with it, decimal text. */
  readonly value: string;
  /** The relayer. */
  readonly to: string;
  /** Additive: every approval in its order (one to zero before it, for a token that wants that), with the token to call. */
  readonly approvals: readonly ApprovalCall[] | null;
  readonly metaTx: MetaTransactionJson;
  readonly signature: string;
};

export type Relayer = {
  /** @throws TerminalError `no-relayer` (422) */
  relayerAddress(chainId: number): Promise<Address>;
  /** Adds a new nonce and a deadline to a trade. */
  metaTransactionOf(trade: TradeToRelay): MetaTransactionJson;
  /**
   * Attests that the service built the route. The wallet stays the sender, and pays.
   * @throws TerminalError 422 `no-relayer`, `signer-missing`, `invalid-deadline`, `unknown-transaction`, `transaction-mismatch`
   */
  sign(request: { readonly metaTx: MetaTransactionJson; readonly chainId: number }): Promise<string>;
  /** @throws as `sign` and the build of a quote; TerminalError `not-relayed` (422) */
  transactionOf(id: string, overrides: Readonly<Record<string, string>>, signal: AbortSignal): Promise<RelayerTransaction>;
};

/** Time for a person to look at what the wallet shows, and for a slow chain. */
const DEADLINE_SECONDS = 1_200;

/** @param signsAny `SIGN_ANY`: transactions of others are signed too */
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
              'Only transactions that this service built in the last minutes are signed. Build the quote (again), and send its metaTx as it is.',
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
          message: 'This quote does not go through a relayer: build it with /defi/swap/:id, and have the wallet do what that says.',
          status: 422,
        });
      }
      const metaTx = relayer.metaTransactionOf(relayed);
      const fields = metaTransactionFromJson(metaTx);
      const address = parseAddress(relayed.relayer);
      const signature = await signer.sign({ chainId: relayed.chainId, relayer: address, metaTx: fields });
      // Where nobody can say whether the allowance suffices, an approval that may not be needed does no harm.
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
