import type { Chain } from '../../platform/chain/chain.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { parseHash } from '../../values/hash.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';

/**
 * Sizes of block ranges (in blocks) with which event logs are requested from an endpoint as a test. The service later reads logs with the
 * largest range that the endpoint accepts.
 */
const LOG_RANGES = [10, 1_000, 10_000];
const NO_TRANSACTION = parseHash(`0x${'0'.repeat(63)}1`);

export type EndpointAbilities = {
  /**
   * The abilities that the service needs and that the RPC endpoint lacks, each with the consequences for the service. Empty when the
   * endpoint has all of them.
   */
  readonly lacks: readonly string[];
  /** Descriptions of the RPC endpoint's supported abilities, for users. */
  readonly notes: readonly string[];
};

/** Tests, one by one, the abilities that the service needs from an RPC endpoint. */
export async function examineAbilities(chain: Chain, head: number): Promise<EndpointAbilities> {
  const lacks: string[] = [];
  const notes: string[] = [];
  const works = async (question: () => Promise<unknown>): Promise<string | null> => {
    try {
      await question();
      return null;
    } catch (error) {
      // An error of another kind can contain secrets in its message, so its message is not shown.
      return error instanceof CoxswainError ? error.message : 'It failed.';
    }
  };
  const need = async (what: string, meaning: string, question: () => Promise<unknown>) => {
    const reason = await works(question);
    if (reason !== null) lacks.push(`${what} fails (${reason}): ${meaning}.`);
  };
  let most = 0;
  let refusal: string | null = null;
  for (const blocks of LOG_RANGES) {
    const fromBlock = Math.max(0, head - blocks + 1);
    refusal = await works(() => chain.getLogs({ address: NATIVE_ADDRESS, fromBlock, toBlock: head }));
    if (refusal !== null) break;
    most = blocks;
  }
  if (most === 0) lacks.push(`eth_getLogs fails even for 10 blocks (${refusal}), so the events of vaults cannot be read.`);
  else
    notes.push(
      refusal === null
        ? `logs of ${most} blocks per request`
        : `logs of at most ${most} blocks per request, so catching up after downtime is slow`,
    );
  await need('eth_estimateGas', 'no transactions can be sent', () => chain.estimateGas({ from: NATIVE_ADDRESS, to: NATIVE_ADDRESS }));
  await need('eth_getTransactionReceipt', 'the result of sent transactions cannot be read', () => chain.getReceipt(NO_TRANSACTION));
  await need('reading fees', 'no transactions can be sent', () => chain.estimateFees());
  const past = await works(() => chain.call({ to: NATIVE_ADDRESS, at: Math.max(0, head - 64) }));
  notes.push(
    past === null
      ? 'the endpoint has the state of past blocks'
      : 'the endpoint has no state of past blocks, so received amounts of the native coin may stay unknown',
  );
  return { lacks, notes };
}
