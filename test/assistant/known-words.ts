import { devnetTokens } from '../../src/devnet/devnet-tokens.ts';
import type { ChainWords } from '../../src/features/assistant/understanding/agent-service.ts';
import { createTokenWords, type ListedToken } from '../../src/features/assistant/understanding/tokens/create-token-words.ts';
import { readTokenSeed } from '../../src/market/tokens/read-token-seed.ts';
import { parseAddress } from '../../src/values/address.ts';
import { DEVNET_CHAIN_ID } from '../../src/values/chain-ids.ts';
import { NATIVE_ADDRESS } from '../../src/values/native.ts';

/** The chains of the seed file and the devnet. */
export const chains: readonly ChainWords[] = [
  ...[
    [1, 'Ethereum', 'ETH'],
    [10, 'OP Mainnet', 'ETH'],
    [56, 'BNB Smart Chain', 'BNB'],
    [100, 'Gnosis', 'xDAI'],
    [137, 'Polygon', 'POL'],
    [324, 'ZKsync Era', 'ETH'],
  ],
  ...[
    [5000, 'Mantle', 'MNT'],
    [8453, 'Base', 'ETH'],
    [42161, 'Arbitrum One', 'ETH'],
    [42220, 'Celo', 'CELO'],
    [43114, 'Avalanche', 'AVAX'],
    [59144, 'Linea', 'ETH'],
  ],
  ...[
    [81457, 'Blast', 'ETH'],
    [534352, 'Scroll', 'ETH'],
    [102, 'Solana', 'SOL'],
    [728126428, 'TRON', 'TRX'],
    [DEVNET_CHAIN_ID, 'Coxswain devnet', 'ETH'],
  ],
].map(([id, name, nativeSymbol]) => ({ id: Number(id), name: String(name), nativeSymbol: String(nativeSymbol) }));

/** The tokens of the devnet, those of the seed file, and as many others as are asked for. */
export function listedTokens(others = 0): readonly ListedToken[] {
  const devnet = devnetTokens.map(({ symbol, name }, i) => ({
    symbol,
    name,
    chainId: DEVNET_CHAIN_ID,
    address: numbered(i + 1),
    order: i + 1,
  }));
  const native = { symbol: 'ETH', name: 'Ether', chainId: DEVNET_CHAIN_ID, address: NATIVE_ADDRESS, order: 0 };
  return [native, ...devnet, ...readTokenSeed(), ...Array.from({ length: others }, (_, i) => otherToken(i))];
}

export const words = createTokenWords(listedTokens());

const SYLLABLES = 'ba ko mi ru te za lo ne vi xa po qu de ya fi gu'.split(' ');

/** A made-up token: a symbol of three or four syllables, and a name of two words. */
function otherToken(i: number): ListedToken {
  const part = (at: number) => SYLLABLES[Math.floor(i / 16 ** at) % 16] ?? '';
  const symbol = `${part(0)}${part(1)}${part(2)}${part(3)}`.toUpperCase();
  return { symbol, name: `${part(3)}${part(1)} ${symbol.toLowerCase()}`, chainId: DEVNET_CHAIN_ID, address: numbered(1_000_000 + i) };
}

function numbered(n: number) {
  return parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
}
