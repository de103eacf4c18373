import type { Address } from '../../values/address.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isTokenDecimals } from '../../values/token-decimals.ts';
import { erc20Abi } from './abi/erc20.generated.ts';
import type { ChainReads } from './chain.ts';
import { encodeCall } from './encode-call.ts';

/**
 * Gas of one question to a contract that a stranger may have written: more than a proxied token needs, too little to keep a node busy or
 * to return more than some 200 KB.
 */
const QUESTION_GAS = 100_000n;
/** One word of an answer, as hex digits. */
const WORD_DIGITS = 64;

/**
 * Asks a token for its decimals. Anybody may have written the contract, so everything that it can do (revert, burn all gas, return nothing,
 * text, or a number that no amount can have) means "unknown".
 * @returns 0 to 77, or null when the contract does not tell
 * @throws RetryableError only when the node does not answer another question either
 */
export async function readTokenDecimals(chain: Pick<ChainReads, 'call' | 'getBlockNumber'>, token: Address): Promise<number | null> {
  const data = encodeCall({ abi: erc20Abi, functionName: 'decimals', args: [] });
  try {
    return decimalsIn(await chain.call({ to: token, data, gas: QUESTION_GAS }));
  } catch (error) {
    if (error instanceof TerminalError) return null;
    if (!(error instanceof RetryableError)) throw error;
    // The contract may have made the node fail: the node is at fault only if it cannot answer anything else.
    await chain.getBlockNumber();
    return null;
  }
}

function decimalsIn(answer: string): number | null {
  if (answer.length < 2 + WORD_DIGITS) return null;
  const word = BigInt(answer.slice(0, 2 + WORD_DIGITS));
  const decimals = word < 256n ? Number(word) : Number.NaN;
  return isTokenDecimals(decimals) ? decimals : null;
}
