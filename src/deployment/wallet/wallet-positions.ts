import { decodeFunctionResult } from 'viem';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import type { ChainReads } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import type { Address } from '../../values/address.ts';
import { callView, readWord, type ViewReads } from '../product/read-word.ts';
import type { Step, StepState } from '../steps/step.ts';
import { allowanceSteps, amountText, readAllowance, readBalance, type ShownToken } from './wallet-tokens.ts';

/** The terms with which a wallet opens a position. The amount is in base units, the interval in seconds. */
export type PositionTerms = {
  readonly vault: Address;
  readonly wallet: Address;
  readonly fromToken: ShownToken;
  readonly toToken: Address;
  readonly amount: bigint;
  readonly frequency: number;
  readonly intervalSec: number;
};

type ReadsWithBlocks = ViewReads & Pick<ChainReads, 'getBlock'>;

/** Values of the vault's enum `Status` for a position: active and completed. */
const [ACTIVE, COMPLETED] = [1, 2];
const EVERYTHING = 2n ** 256n - 1n;
/** Seconds within which a position with the same terms counts as already opened by an earlier, interrupted command. */
const RECENT_SECONDS = 3_600;

/** Reads how many positions a wallet has opened; the wallet's positions are numbered from 1. */
export async function countPositions(reads: ViewReads, vault: Address, wallet: Address): Promise<number> {
  return Number(await readWord(reads, vault, encodeCall({ abi: dcaVaultAbi, functionName: 'positionCount', args: [wallet] })));
}

/**
 * Builds the steps that approve the vault and open a position.
 * @param after number of the wallet's positions before the command; null: unknown, so a recent position with these terms is taken as the
 * wanted one and no second one is opened
 */
export function openPositionSteps(terms: PositionTerms, after: number | null): readonly Step[] {
  const { vault, wallet, fromToken, amount } = terms;
  const token = fromToken.address;
  const isOpen = async (reads: ReadsWithBlocks) => (await openedPosition(reads, terms, after)) !== null;
  return [
    ...allowanceSteps({ wallet, token: fromToken, spender: vault, amount }, isOpen),
    {
      id: 'position',
      what: `Open a position in the vault ${vault}`,
      sender: wallet,
      async look(reads): Promise<StepState> {
        const opened = await openedPosition(reads, terms, after);
        if (opened !== null) return { kind: 'done', note: `position ${opened} is open` };
        const has = await readBalance(reads, token, wallet);
        if (has < amount)
          return {
            kind: 'refused',
            reason: `The wallet has only ${amountText(has, fromToken)}, but the position needs ${amountText(amount, fromToken)}.`,
          };
        const { toToken, frequency, intervalSec } = terms;
        const args = [token, toToken, amount, frequency, intervalSec, true, false] as const;
        const data = encodeCall({ abi: dcaVaultAbi, functionName: 'createPosition', args });
        const isReady = (await readAllowance(reads, { token, wallet, spender: vault })) >= amount;
        return { kind: 'needed', call: { to: vault, data, value: 0n }, roughGas: 350_000n, isReady };
      },
    },
  ];
}

/**
 * Builds the step that takes everything out of a position: it ends an active position, which pays everything out, or claims what is left in
 * an ended one.
 */
export function closePositionStep(vault: Address, wallet: Address, positionId: number): Step {
  return {
    id: `position ${positionId}`,
    what: `Withdraw everything from position ${positionId}`,
    sender: wallet,
    async look(reads): Promise<StepState> {
      const { status, claimable } = await readPosition(reads, vault, wallet, positionId);
      if (status === 0) return { kind: 'refused', reason: `The wallet has no position ${positionId} in the vault ${vault}.` };
      if (status !== ACTIVE && claimable === 0n) return { kind: 'done', note: 'the position has ended, and nothing is left in it' };
      const data =
        status === ACTIVE
          ? encodeCall({ abi: dcaVaultAbi, functionName: 'cancel', args: [positionId] })
          : encodeCall({ abi: dcaVaultAbi, functionName: 'claim', args: [positionId, EVERYTHING] });
      return { kind: 'needed', call: { to: vault, data, value: 0n }, roughGas: 200_000n, isReady: true };
    },
  };
}

/** Returns the number of the wallet's newest position if the position has the planned terms and was opened by this command; else null. */
async function openedPosition(reads: ReadsWithBlocks, terms: PositionTerms, after: number | null): Promise<number | null> {
  const { vault, wallet } = terms;
  const count = await countPositions(reads, vault, wallet);
  if (count <= (after ?? 0)) return null;
  const newest = await readPosition(reads, vault, wallet, count);
  const isSame =
    [ACTIVE, COMPLETED].includes(newest.status) &&
    newest.fromToken.toLowerCase() === terms.fromToken.address &&
    newest.toToken.toLowerCase() === terms.toToken &&
    newest.amount === terms.amount &&
    newest.frequency === terms.frequency &&
    newest.interval === terms.intervalSec;
  const isRecent = after !== null || newest.depositTime > (await reads.getBlock('latest')).timestampSec - RECENT_SECONDS;
  return isSame && isRecent ? count : null;
}

async function readPosition(reads: ViewReads, vault: Address, wallet: Address, positionId: number) {
  const call = { abi: dcaVaultAbi, functionName: 'position', args: [wallet, positionId] } as const;
  const data = await callView(reads, vault, encodeCall(call));
  return decodeFunctionResult({ abi: dcaVaultAbi, functionName: 'position', data });
}
