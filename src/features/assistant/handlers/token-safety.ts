import type { TokenSafety } from '../../../market/safety/token-safety.ts';
import { type Token, tokenKey } from '../../../market/tokens/token.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { clause } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { isNative } from '../../../values/native.ts';
import { type Answer, askBack, type Handler, refuse, say } from '../answers/answer.ts';
import type { FindToken } from '../lookup/find-token.ts';

/** A token with a safety score below this value is called unsafe. */
const UNSAFE_BELOW = 40;
/** A token with a safety score below this value, but at least `UNSAFE_BELOW`, is called risky. */
const RISKY_BELOW = 70;

/** Creates the handler that scores a token with the safety service. */
export function createTokenSafetyHandler(deps: {
  readonly safety: TokenSafety;
  readonly findToken: FindToken;
  readonly tokens: { readonly find: (chainId: number, text: string) => Promise<Token | null> };
}): Handler {
  const { safety, findToken, tokens } = deps;

  async function scanned(chainId: number, address: Address, listed: Token | null): Promise<Answer> {
    const fact = (await safety.scan([{ chainId, address }])).get(tokenKey(chainId, address));
    if (fact === undefined) return refuse('scan-failed', 'The token could not be scanned.');
    const { score, reason, atMs } = fact;
    const name = listed === null ? `The token ${address} on chain ${chainId}` : listed.symbol;
    const token = { chainId, address, symbol: listed?.symbol ?? null, name: listed?.name ?? null };
    return {
      action: 'token_safety',
      text: `${sentence(name, score, reason)}${listed === null ? " It is not on this service's lists." : ''} A score is no guarantee.`,
      data: { tokenSafety: { token, score, reason, scannedAt: isoOf(atMs), listed: listed !== null } },
    };
  }

  return async ({ slots, chainId: walletChainId }) => {
    const text = slots.contract ?? slots.fromToken ?? slots.toToken;
    if (text === undefined) return askBack('Which token should I check? Give its symbol or address.', ['fromToken']);
    const chainId = slots.fromChainId ?? slots.toChainId;
    const address = text.toLowerCase();
    const where = chainId ?? walletChainId;
    if (isAddress(address) && where !== null) {
      if (isNative(address)) return say('The native asset of a chain has no contract, so there is nothing to check.');
      return await scanned(where, address, await tokens.find(where, address));
    }
    const found = await findToken({ text, slot: 'fromToken', chainId, walletChainId });
    if (found.answer) return found.answer;
    const token = found.found;
    if (isNative(token.address))
      return say(`${token.symbol} is the native asset of its chain. It has no contract, so there is nothing to check.`);
    if (!isAddress(token.address)) return refuse('chain-not-scanned', 'Tokens are checked on EVM chains only.');
    return await scanned(token.chainId, token.address, token);
  };
}

function sentence(name: string, score: number | null, reason: string): string {
  const why = clause(reason);
  if (score === null) return `${name} could not be checked, which counts as unsafe: ${why}.`;
  const word = score < UNSAFE_BELOW ? 'looks unsafe' : score < RISKY_BELOW ? 'is risky' : 'looks sound';
  return `${name} ${word}: ${score} of 100 (${why}).`;
}
