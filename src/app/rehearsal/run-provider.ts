import { sendFrom } from '../../devnet/fork/send-from.ts';
import type { Fork } from '../../devnet/fork/start-fork.ts';
import { JsonRpcError } from '../../devnet/guard/json-rpc.ts';
import { minimumOutput } from '../../market/routes/bounds.ts';
import type { OfferedCall } from '../../market/routes/offer-source.ts';
import type { RouteRequest } from '../../market/routes/route-source.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { readRouterPermissions } from '../../platform/chain/vault-routers/create-vault-routers.ts';
import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { RehearsedRow } from './rehearsed-row.ts';

/** Requests an offer from a liquidity provider, and then the calldata of the offer. */
export type Ask = (request: RouteRequest) => Promise<{ readonly call: OfferedCall } | { readonly refused: string }>;

/**
 * The parts of one attempt to execute a provider's call through a vault: how the call is embedded in the vault's transaction, and how the
 * result is read.
 */
export type VaultTry = {
  readonly vault: Address;
  readonly executor: Address;
  readonly request: RouteRequest;
  /**
   * Simulates the vault's transaction, and returns its gas.
   * @throws TerminalError `execution-reverted`
   */
  readonly estimate: (call: OfferedCall, amountOutMin: bigint) => Promise<bigint>;
  readonly encode: (call: OfferedCall, amountOutMin: bigint, gas: bigint) => `0x${string}`;
  /** Returns the output amount that the vault received in a transaction, or an error text when the transaction failed. */
  readonly received: (hash: Hash) => Promise<bigint | string>;
};

type Result = Omit<RehearsedRow, 'provider' | 'what' | 'costWei'> & { readonly data: `0x${string}` | null };

const GAS_MARGIN_PERCENT = 130n;
const MOST_REASON = 200;

/**
 * Executes one order or trade with one provider's call on the fork, and then reverts the fork to its earlier state.
 * @throws the errors of `Fork` when the fork does not answer
 */
export async function runProvider(fork: Fork, chain: Chain, ask: Ask, vaultTry: VaultTry): Promise<Result> {
  const snapshot = await fork.rpc('evm_snapshot');
  try {
    return await attempt(fork, chain, ask, vaultTry);
  } catch (error) {
    if (error instanceof JsonRpcError) return refused(`The fork failed: ${error.message}`, null);
    if (!(error instanceof CoxswainError)) throw error;
    return refused(reasonOf(error), null);
  } finally {
    await fork.rpc('evm_revert', [snapshot]);
  }
}

async function attempt(fork: Fork, chain: Chain, ask: Ask, vaultTry: VaultTry): Promise<Result> {
  const { vault, executor, request } = vaultTry;
  const answer = await ask(request);
  if ('refused' in answer) return refused(answer.refused, null);
  const { call } = answer;
  const quoted = call.amountOut.toString();
  const [target, spender] = await readRouterPermissions(chain, vault, [call.target, call.spender]);
  if (target?.isTarget !== true) return refused(`The vault does not allow calls to the contract ${call.target}.`, quoted);
  if (spender?.isSpender !== true) return refused(`The vault does not allow the contract ${call.spender} to take tokens.`, quoted);
  const amountOutMin = minimumOutput(call.amountOut, request.slippageBps);
  let gas: bigint;
  try {
    gas = await vaultTry.estimate(call, amountOutMin);
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    return refused(reasonOf(error), quoted);
  }
  const data = vaultTry.encode(call, amountOutMin, (gas * GAS_MARGIN_PERCENT) / 100n);
  const { hash, isSuccess } = await sendFrom(fork.rpc, { from: executor, to: vault, data });
  const received = isSuccess ? await vaultTry.received(hash) : 'The simulation succeeded, but the transaction failed.';
  if (typeof received === 'string') return refused(received, quoted);
  const receipt = await chain.getReceipt(hash);
  return {
    ...{ outcome: 'executed', reason: null, quoted, received: received.toString(), data },
    gas: receipt?.gasUsed?.toString() ?? null,
  };
}

function refused(reason: string, quoted: string | null): Result {
  return { outcome: 'refused', reason: reason.slice(0, MOST_REASON), quoted, received: null, gas: null, data: null };
}

function reasonOf(error: CoxswainError): string {
  const reason = error.code === 'execution-reverted' ? error.details?.reason : null;
  return typeof reason === 'string' ? `The vault refused the trade: ${reason}.` : error.message;
}
