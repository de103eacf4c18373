import type { Prices } from '../../../market/prices/create-prices.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Token } from '../../../market/tokens/token.ts';
import { NATIVE_ADDRESS } from '../../../values/native.ts';
import type { DcaGives } from '../../dca/module.ts';
import type { OwnChains, ReadableChain } from '../lookup/own-chains.ts';
import type { Chip } from './chip.ts';

export type StartChipsDeps = {
  readonly chains: OwnChains;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly dca: Pick<DcaGives, 'vaultOf'>;
};

/**
 * Creates the chips (suggested messages) that propose something new. They are about the wallet's own chain if this service reads that
 * chain, and otherwise about the first configured chain. A chip is omitted when its action needs a token, a price or a vault that is
 * missing.
 */
export function createStartChips({ chains, tokens, prices, dca }: StartChipsDeps) {
  return async (chainId: number | null, hasWallet: boolean): Promise<readonly Chip[]> => {
    const all = await chains.all();
    const place = all.find(({ network }) => network.id === chainId) ?? all[0];
    const here = place === undefined ? [] : await ofChain(place, hasWallet);
    const about = start('about', 'What can you do?', 'what can you do?', 'text', 'A list of what this assistant does.', null);
    const trades = start('history', 'My trades', 'show my trades', 'history', 'The trades of the wallet with this service.', null);
    return hasWallet ? [...here, trades, about] : [...here, about];
  };

  async function ofChain({ network }: ReadableChain, hasWallet: boolean): Promise<readonly Chip[]> {
    const { id: chainId, name, dollarTokens, contracts } = network;
    const native = await tokens.find(chainId, NATIVE_ADDRESS);
    const dollar = await firstListed(chainId, dollarTokens);
    const wrapped = contracts.wrappedNative === null ? null : await tokens.find(chainId, contracts.wrappedNative);
    const isPriced = native !== null && (await prices.priceOf(native)).price !== null;
    const hasVault = (await dca.vaultOf(chainId)) !== null;
    const chips: (Chip | null)[] = [
      native === null || dollar === null
        ? null
        : start(
            ...([
              'quote',
              `100 ${dollar.symbol} in ${native.symbol}`,
              `how much would 100 ${dollar.symbol} be in ${native.symbol}?`,
            ] as const),
            ...(['quotes', `Offers on ${name} are compared.`, chainId] as const),
          ),
      native === null || !isPriced
        ? null
        : start(
            'price',
            `Price of ${native.symbol}`,
            `price of ${native.symbol}`,
            'market_intel',
            `${native.symbol} has a price on ${name}.`,
            chainId,
          ),
      dollar === null || wrapped === null || !hasVault || !hasWallet
        ? null
        : start(
            ...([
              'dca',
              `Buy ${wrapped.symbol} every week`,
              `buy ${wrapped.symbol} with 10 ${dollar.symbol} every week for 8 weeks`,
            ] as const),
            ...(['dca', `${name} has a vault for recurring purchases.`, chainId] as const),
          ),
      dollar === null
        ? null
        : start('safety', `Is ${dollar.symbol} safe?`, `is ${dollar.symbol} safe?`, 'token_safety', 'Tokens are scored.', chainId),
      hasWallet
        ? start('approvals', 'Token approvals', 'what can spend my tokens?', 'revoke_approvals', 'Approvals are found and ended.', null)
        : null,
    ];
    return chips.filter((chip) => chip !== null);
  }

  async function firstListed(chainId: number, addresses: readonly string[]): Promise<Token | null> {
    for (const address of addresses) {
      const token = await tokens.find(chainId, address);
      if (token !== null) return token;
    }
    return null;
  }
}

function start(id: string, label: string, message: string, intent: string, reason: string, chainId: number | null): Chip {
  return { id: `start/${id}`, kind: 'start', label, message, intent, reason, chainId };
}
