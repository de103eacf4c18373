import type { CountedFill, DaySums } from '../../market/day-sums/day-sums.ts';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import { digits, documentForm, integer, optional, text, time } from '../../values/document-form.ts';
import type { Hash, TransactionHash } from '../../values/hash.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { gasToKeep, type PaidGas, paidGasForm } from '../../values/paid-gas.ts';

/** One executed order (API specification, "DCA fill"), read from the vault's event. */
export type DcaFill = {
  readonly chainId: number;
  readonly wallet: Address;
  readonly vault: Address;
  readonly positionId: number;
  readonly txHash: Hash;
  readonly orderIndex: number;
  readonly fromToken: Address;
  readonly toToken: Address;
  /** The total amount that the order spent, in base units, including the vault's fee. */
  readonly amountIn: BaseUnits;
  readonly amountOut: BaseUnits;
  /** The part of `amountIn` that went to the vault's treasury; absent when there was no fee. */
  readonly fee?: BaseUnits;
  /** The order's gas cost. Missing until the transaction's receipt has been read, and when another service executed the order. */
  readonly gas?: PaidGas;
  readonly blockNumber: number;
  readonly blockHash: Hash;
  /** Time of the block in which the order was executed, in UTC ms. */
  readonly executedAtMs: number;
};

export type FillRepository = {
  /**
   * Stores a fill (an executed order) once. If the fill is already stored, its block is updated, because after a reorg the fill may be in
   * another block, and its gas is added. Returns true when the fill is new or in another block.
   */
  record(fill: DcaFill): Promise<boolean>;
  /** Lists fills (executed orders) of a wallet, newest first. */
  listOf(query: { wallet: Address; positionId?: number; limit: number }): Promise<readonly Stored<DcaFill>[]>;
  /** Lists all fills (executed orders) of a wallet, oldest first. */
  allOf(wallet: Address): Promise<readonly Stored<DcaFill>[]>;
  /** Lists the fills (executed orders) of a transaction on any chain; several, if the transaction was a batch. */
  ofTransaction(txHash: TransactionHash, limit: number): Promise<readonly Stored<DcaFill>[]>;
  /** Lists a chain's executed orders in blocks `fromBlock` to `toBlock` (inclusive). When `toBlock` is null, the range has no end. */
  inBlocks(chainId: number, fromBlock: number, toBlock: number | null): Promise<readonly Stored<DcaFill>[]>;
  /** Removes a fill (an executed order) whose block is no longer part of the chain, unless the fill has been moved to another block. */
  takeBack(fill: Stored<DcaFill>): Promise<void>;
};

const PAGE = 500;

export const DCA_FILLS: CollectionSpec = {
  name: 'dca-fills',
  ofWallet: { by: 'wallet', isPublic: true },
  // In the API specification the key of a fill is (txHash, positionId). But each wallet numbers its own positions, so orders of two wallets
  // in one batch could have the same key. So the stored key also contains the wallet.
  unique: [['chainId', 'wallet', 'txHash', 'positionId']],
  indexes: [['wallet', 'executedAtMs'], ['wallet', 'positionId', 'executedAtMs'], ['chainId', 'blockNumber'], ['txHash']],
  form: documentForm<DcaFill>({
    ...{ chainId: integer, wallet: text, vault: text, positionId: integer, txHash: text, orderIndex: integer },
    ...{ fromToken: text, toToken: text, amountIn: digits, amountOut: digits, fee: optional(digits) },
    gas: optional(paidGasForm),
    ...{ blockNumber: integer, blockHash: text, executedAtMs: time },
  }),
};

/**
 * Creates the store of fills (executed orders).
 * @param deps.earned receives each fee when its fill is first stored, and when the fill is removed; `days` receives the amounts of the fill
 * at the same times
 */
export function createFillRepository(deps: {
  records: RecordStore;
  earned?: Pick<FeeSums, 'add'> | undefined;
  days?: Pick<DaySums, 'add' | 'takeBack'> | undefined;
}): FillRepository {
  const fills = deps.records.collection<DcaFill>(DCA_FILLS);
  const count = async ({ chainId, vault, fromToken: token, fee }: DcaFill, sign: 1n | -1n) => {
    if (fee !== undefined) await deps.earned?.add({ chainId, vault, token, amount: BigInt(fee) * sign });
  };

  return {
    async record(fill) {
      const id = fillId(fill);
      const result = await fills.insert(id, fill);
      if (result.inserted) {
        await Promise.all([count(fill, 1n), deps.days?.add(countedFill(fill))]);
        return true;
      }
      let stored: Stored<DcaFill> | null = result.exists;
      while (stored !== null) {
        const gas = gasToKeep(stored.gas, fill.gas);
        const isMoved = stored.blockHash !== fill.blockHash;
        if (!isMoved && gas === stored.gas) return false;
        const next = { ...fill, ...(gas === undefined ? {} : { gas }) };
        if (await fills.update(stored._id, stored.rev, next)) return isMoved;
        stored = await fills.get(id);
      }
      return false;
    },

    async listOf({ wallet, positionId, limit }) {
      const where = positionId === undefined ? { wallet } : { wallet, positionId };
      return (await fills.find({ where, sort: { field: 'executedAtMs', order: 'descending' }, limit })).rows;
    },

    async allOf(wallet) {
      const found: Stored<DcaFill>[] = [];
      const query = { where: { wallet }, sort: { field: 'executedAtMs', order: 'ascending' }, limit: PAGE } as const;
      for await (const { rows } of pagesOf((after) => fills.find({ ...query, ...after }))) found.push(...rows);
      return found;
    },

    ofTransaction: async (txHash, limit) => (await fills.find({ where: { txHash }, limit })).rows,

    async inBlocks(chainId, fromBlock, toBlock) {
      const found: Stored<DcaFill>[] = [];
      const range = { field: 'blockNumber', from: fromBlock, ...(toBlock === null ? {} : { to: toBlock }) };
      for await (const { rows } of pagesOf((after) => fills.find({ where: { chainId }, range, limit: PAGE, ...after })))
        found.push(...rows);
      return found;
    },

    async takeBack(fill) {
      const now = await fills.get(fill._id);
      if (now === null || now.blockHash !== fill.blockHash || !(await fills.remove(fill._id))) return;
      await Promise.all([count(fill, -1n), deps.days?.takeBack(countedFill(fill))]);
    },
  };
}

function countedFill({ chainId, fromToken: token, amountIn, executedAtMs: atMs }: DcaFill): CountedFill {
  return { kind: 'position', chainId, token, amount: BigInt(amountIn), atMs };
}

function fillId({ chainId, wallet, txHash, positionId }: DcaFill): string {
  return `${chainId}/${wallet}/${txHash}/${positionId}`;
}
