import type { Address } from '../../values/address.ts';
import { erc20Abi } from './abi/erc20.generated.ts';
import { askStranger } from './ask-stranger.ts';
import type { Chain } from './chain.ts';
import { encodeCall } from './encode-call.ts';

const BYTE_DIGITS = 2;
const WORD_DIGITS = 64;
/** Maximum length of a token's symbol or name in bytes. Longer text is ignored. */
const MOST_BYTES = 100;

/** The symbol and the name that a token's contract reports; null for one that cannot be read or is not valid. */
export type TokenNames = { readonly symbol: string | null; readonly name: string | null };

/**
 * Reads the symbol and the name of a token. Contracts return them as `string`, and old contracts as `bytes32`; both types are accepted. The
 * contract is untrusted: text with control characters or invisible characters is ignored.
 * @throws RetryableError only when no endpoint answers any other request either
 */
export async function readTokenNames(chain: Pick<Chain, 'onOneEndpoint'>, token: Address): Promise<TokenNames> {
  const read = async (functionName: 'symbol' | 'name') => {
    const answer = await askStranger(chain, { to: token, data: encodeCall({ abi: erc20Abi, functionName, args: [] }) });
    return answer === null ? null : textIn(answer.slice(2));
  };
  return { symbol: await read('symbol'), name: await read('name') };
}

function textIn(digits: string): string | null {
  const bytes = digits.length === WORD_DIGITS ? digits.replace(/(?:00)+$/, '') : bytesIn(digits);
  if (bytes === null || bytes.length === 0 || bytes.length > MOST_BYTES * BYTE_DIGITS) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'hex')).trim();
    return text === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(text) ? null : text;
  } catch {
    // The bytes of the symbol or name are not valid UTF-8 text.
    return null;
  }
}

/** Extracts the content of an ABI-encoded `string` (offset, length, content), as hex digits; null when the encoding is invalid. */
function bytesIn(digits: string): string | null {
  const wordAt = (at: number): number => {
    const word = digits.slice(at, at + WORD_DIGITS);
    return word.length === WORD_DIGITS ? Number(BigInt(`0x${word}`)) : Number.NaN;
  };
  const lengthAt = wordAt(0) * BYTE_DIGITS;
  const length = wordAt(lengthAt) * BYTE_DIGITS;
  const start = lengthAt + WORD_DIGITS;
  return Number.isSafeInteger(start + length) && start + length <= digits.length ? digits.slice(start, start + length) : null;
}
