import type { Address } from '../../values/address.ts';
import { isTokenDecimals } from '../../values/token-decimals.ts';
import { erc20Abi } from './abi/erc20.generated.ts';
import { askStranger } from './ask-stranger.ts';
import type { Chain } from './chain.ts';
import { encodeCall } from './encode-call.ts';

/** Number of hex digits of one 32-byte word. */
const WORD_DIGITS = 64;

/**
 * Reads a token's decimals. The contract is untrusted: any failure (a revert, burning all gas, returning nothing, text, or an impossible
 * number) means "unknown".
 * @returns 0 to 77, or null when the contract reports no valid number
 * @throws RetryableError only when no endpoint answers any other request either
 */
export async function readTokenDecimals(chain: Pick<Chain, 'onOneEndpoint'>, token: Address): Promise<number | null> {
  const answer = await askStranger(chain, { to: token, data: encodeCall({ abi: erc20Abi, functionName: 'decimals', args: [] }) });
  return answer === null ? null : decimalsIn(answer);
}

function decimalsIn(answer: string): number | null {
  if (answer.length < 2 + WORD_DIGITS) return null;
  const word = BigInt(answer.slice(0, 2 + WORD_DIGITS));
  const decimals = word < 256n ? Number(word) : Number.NaN;
  return isTokenDecimals(decimals) ? decimals : null;
}
