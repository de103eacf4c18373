import type { ExecutedOrder, VaultPosition } from './demo-wallet.ts';
import type { Finding } from './narrator.ts';
import type { ClientFill, ClientRecord } from './service-client.ts';

/** Balances of the spent and the bought token, in the wallet and in the vault, in base units. */
export type Balances = {
  readonly walletFrom: bigint;
  readonly walletTo: bigint;
  readonly vaultFrom: bigint;
  readonly vaultTo: bigint;
};

/** The amounts that the demo compares after all orders of the position were executed, and before the wallet withdraws the bought tokens. */
export type Ledgers = {
  /** The position's whole budget in base units of the spent token. */
  readonly amount: bigint;
  readonly frequency: number;
  /** Balances of the wallet and the vault before the wallet opened the position. */
  readonly before: Balances;
  readonly after: Balances;
  readonly executed: readonly ExecutedOrder[];
  readonly position: VaultPosition;
  readonly record: ClientRecord;
  readonly fills: readonly ClientFill[];
};

/** Checks that the events on chain, the vault, the balances and the service's records agree exactly, in base units. */
export function compareBooks(ledgers: Ledgers): readonly Finding[] {
  const { amount, frequency, before, after, executed, position, record, fills } = ledgers;
  const indexes = executed.map(({ orderIndex }) => orderIndex);
  const wanted = Array.from({ length: frequency }, (_, index) => index);
  const spent = sum(executed.map(({ amountIn }) => amountIn));
  const received = sum(executed.map(({ amountOut }) => amountOut));
  const chainFills = executed.map(({ orderIndex, txHash, amountIn, amountOut }) => `${orderIndex} ${txHash} ${amountIn} ${amountOut}`);
  const apiFills = fills.map(({ orderIndex, txHash, amountIn, amountOut }) => `${orderIndex} ${txHash} ${amountIn} ${amountOut}`);

  return [
    same(`the chain has one OrderExecuted event for each of the ${frequency} orders, and no other`, indexes.join(), wanted.join()),
    same('the orders in the events spent exactly the whole budget', spent, amount),
    same('the vault has counted as many orders', position.processed, frequency),
    same('the vault spent the amount in the events', position.spent, spent),
    same('the vault received the amount in the events', position.received, received),
    same('the wallet paid the budget once', before.walletFrom - after.walletFrom, amount),
    same('the vault has no unspent budget left', after.vaultFrom, before.vaultFrom),
    same('the vault has all bought tokens', after.vaultTo - before.vaultTo, received),
    same('the service has recorded one executed order (fill) for each event, with the same amounts', sorted(apiFills), sorted(chainFills)),
    same("the service's record of the position has the same amounts", recordOf(record), `completed ${frequency} ${spent} ${received}`),
  ];
}

/** Checks the balances after the owner has withdrawn all bought tokens of the position. */
export function compareClaim(before: Balances, after: Balances, received: bigint): readonly Finding[] {
  return [
    same('the wallet has all bought tokens', after.walletTo - before.walletTo, received),
    same('the vault has no bought tokens left', after.vaultTo, before.vaultTo),
  ];
}

function recordOf({ status, processed, spent, received }: ClientRecord): string {
  return `${status} ${processed} ${spent} ${received}`;
}

function same(claim: string, found: string | number | bigint, wanted: string | number | bigint): Finding {
  return { claim, held: String(found) === String(wanted), found: `${found}, not ${wanted}` };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function sorted(lines: readonly string[]): string {
  return [...lines].sort().join('; ');
}
