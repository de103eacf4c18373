import type { Address } from '../../values/address.ts';
import type { Hash } from '../../values/hash.ts';
import type { PaidGas } from '../../values/paid-gas.ts';

/** A fill (an executed trade) of a position or an agent, as profit and loss are computed from it. Amounts are in base units. */
export type ProfitFill = {
  readonly id: string;
  /** Time of the block in which the trade was executed, in UTC ms. */
  readonly atMs: number;
  readonly txHash: Hash | null;
  readonly side: 'buy' | 'sell';
  /** The token that was bought or sold for the budget token. */
  readonly token: Address;
  readonly quantity: bigint;
  /** The amount that was paid or received, in base units of the budget token. For a purchase it includes the vault's fee. */
  readonly budget: bigint;
  /** The vault's fee, in base units of the token that was given away: the budget token in a purchase, the sold token in a sale. */
  readonly fee: bigint;
  /** The gas cost of the executed trade, which the service paid; null when it is not known. */
  readonly gas: PaidGas | null;
};

/** A position or an agent with its fills (executed trades), oldest first. */
export type ProfitSubject = {
  readonly kind: 'position' | 'agent';
  readonly recordId: string;
  readonly chainId: number;
  /** The number of the position or agent in its vault; null for a record that is not on the chain. */
  readonly number: number | null;
  readonly budgetToken: Address;
  readonly fills: readonly ProfitFill[];
};

/** Whether a position or an agent is to be included in a profit report. */
export type IsWanted = (subject: Pick<ProfitSubject, 'chainId' | 'recordId'>) => boolean;

/** Reads those positions or agents of a wallet that `isWanted` selects and that have at least one fill (executed trade). */
export type ReadSubjects = (wallet: Address, isWanted: IsWanted) => Promise<readonly ProfitSubject[]>;
