import type { ChainAddress } from '../../values/address.ts';
import type { JsonObject } from '../../values/json.ts';
import type { RampSide } from '../../values/ramp-status.ts';

/** Limits of an amount in `currency`, as decimal text; `min` or `max` is null when the provider states none. */
export type RampLimits = { readonly min: string | null; readonly max: string | null; readonly currency: string };

/** The kind of payment of a provider's method. Clients choose by kind, because every provider has its own codes. */
export type RampMethodKind = 'card' | 'bank' | 'wallet' | 'other';

/** A way to pay for a purchase, or to be paid for a sale. */
export type RampMethod = {
  /** The provider's own code of the payment method. */
  readonly code: string;
  readonly name: string;
  readonly kind: RampMethodKind;
  readonly side: RampSide;
  /** Countries (two letters of ISO 3166) in which the method works; null when it works in all countries of the currency. */
  readonly countries: readonly string[] | null;
  readonly limits: RampLimits | null;
  /** How long the delivery of a purchase or the payment of a sale usually takes, in seconds; null when the provider does not say. */
  readonly deliverySeconds: number | null;
};

/** A currency of a provider's catalogue. */
export type RampFiat = {
  /** The code of the currency (ISO 4217, uppercase). */
  readonly code: string;
  /** The provider's own id of the currency, when it has one. */
  readonly id: string | null;
  /** Countries in which the currency is offered; null when the provider does not state them. */
  readonly countries: readonly string[] | null;
  readonly sides: readonly RampSide[];
  readonly methods: readonly RampMethod[];
};

/** A coin of a provider's catalogue, on one network, as the provider names it. */
export type ListedCoin = {
  readonly code: string;
  readonly network: string;
  readonly name: string | null;
  /** The address of the contract as the provider states it; null when it states none. */
  readonly contract: string | null;
  /** The id of an EVM chain, when the provider states it for the network; null otherwise. */
  readonly statedChainId: number | null;
  readonly sides: readonly RampSide[];
  readonly limits: { readonly buy: RampLimits | null; readonly sell: RampLimits | null };
  /** Countries in which the coin is not sold. */
  readonly excludedCountries: readonly string[];
  /** The provider's own ids of the coin, which requests to its API must contain. */
  readonly ids: JsonObject;
};

/** Why a coin of a catalogue cannot be connected to a token of this service. */
export type UnmappedReason =
  /** The provider's network is none of those that this service knows. */
  | 'unknown-network'
  /** The provider states no contract, and the coin's name alone does not say which token it is. */
  | 'no-contract'
  /** The contract that the provider states is no address on the coin's chain. */
  | 'invalid-contract';

/** A coin of a provider's catalogue, with the token of this service that it stands for. */
export type RampCoin = ListedCoin & {
  readonly chainId: number | null;
  readonly address: ChainAddress | null;
  readonly unmapped: UnmappedReason | null;
};

export type RampCatalogue = { readonly coins: readonly ListedCoin[]; readonly fiats: readonly RampFiat[] };
