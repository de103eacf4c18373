import type { ChainAddress } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
/** A client's description of an order. It is stored and shown, and has no other effect. */
export type OrderInput = {
  /** The order's id at its executor; generated here when missing. */
  readonly orderId?: string | undefined;
  readonly walletAddress: ChainAddress;
  readonly aggregator?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly quoteId?: string | undefined;
  readonly txHash?: string | undefined;
  readonly fromChainId?: number | undefined;
  readonly toChainId?: number | undefined;
  readonly fromToken?: string | undefined;
  readonly toToken?: string | undefined;
  /** Base units. */
  readonly amountIn?: BaseUnits | undefined;
  readonly amountOutMin?: BaseUnits | undefined;
  readonly expiresAt?: string | undefined;
  readonly metaData?: Readonly<Record<string, unknown>> | undefined;
};

/** An order as clients see it. Members that its client left out are null. */
export type PublicOrder = { readonly [Name in Exclude<keyof OrderInput, 'orderId' | 'walletAddress' | 'status'>]-?: Said<Name> | null } & {
  readonly _id: string;
  readonly id: string;
  readonly orderId: string;
  readonly walletAddress: ChainAddress;
  /** The client's word; `open` when it gave none. */
  readonly status: string;
  readonly createdAt: string;
};

type Said<Name extends keyof OrderInput> = Exclude<OrderInput[Name], undefined>;

export type StoredOrder = {
  readonly wallet: ChainAddress;
  readonly orderId: string;
  /** The client's fields as JSON text, because the client chooses their names, which may not be valid field names of a store. */
  readonly saidText: string;
  readonly digest: string;
  readonly createdAtMs: number;
  /** Absent in rows of older versions. */
  readonly expiresAtMs?: number;
};

/** Builds the clients' view of a stored order. */
export function presentOrder({ _id, orderId, saidText, createdAtMs }: StoredOrder & { readonly _id: string }): PublicOrder {
  const said: OrderInput = JSON.parse(saidText);
  return {
    _id,
    id: _id,
    orderId,
    walletAddress: said.walletAddress,
    aggregator: said.aggregator ?? null,
    type: said.type ?? null,
    status: said.status ?? 'open',
    quoteId: said.quoteId ?? null,
    txHash: said.txHash ?? null,
    fromChainId: said.fromChainId ?? null,
    toChainId: said.toChainId ?? null,
    fromToken: said.fromToken ?? null,
    toToken: said.toToken ?? null,
    amountIn: said.amountIn ?? null,
    amountOutMin: said.amountOutMin ?? null,
    expiresAt: said.expiresAt ?? null,
    metaData: said.metaData ?? null,
    createdAt: new Date(createdAtMs).toISOString(),
  };
}
