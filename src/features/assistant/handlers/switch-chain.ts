import type { Networks } from '../../../market/networks/create-networks.ts';
import { isEvmChain } from '../../../values/chain-ids.ts';
import { askBack, type Handler, refuse } from '../answers/answer.ts';

/** Creates the handler for requests to switch the chain. Its answer contains the parameters with which the wallet switches. */
export function createSwitchChain({ networks }: { readonly networks: Pick<Networks, 'get' | 'list'> }): Handler {
  return async ({ slots, chainId: current }) => {
    const chainId = slots.toChainId ?? slots.fromChainId;
    if (chainId === undefined) {
      const shown = (await networks.list()).filter(({ id, show }) => show && isEvmChain(id));
      const options = shown.slice(0, 6).map(({ id, name }) => ({ label: name, slots: { toChainId: id } }));
      return askBack('Which chain do you want to switch to?', ['toChainId'], options);
    }
    const network = await networks.get(chainId);
    if (network === null || !network.show) return refuse('chain-not-found', `Chain ${chainId} is not one of this service's chains.`);
    const { id, name, nativeCurrency, rpcUrls, explorerUrl } = network;
    if (!isEvmChain(id)) return refuse('chain-not-switchable', `${name} is not an EVM chain, so a wallet cannot be asked to switch to it.`);
    const hex = `0x${id.toString(16)}`;
    const add = {
      ...{ chainId: hex, chainName: name, nativeCurrency, rpcUrls: [...rpcUrls] },
      // Wallets refuse an empty list of explorers, but accept a request without the list.
      ...(explorerUrl === null ? {} : { blockExplorerUrls: [explorerUrl] }),
    };
    const text = current === id ? `Your wallet is already on ${name}.` : `Your wallet can switch to ${name}.`;
    return {
      action: 'switch_chain',
      text,
      data: {
        switchChain: {
          ...{ chainId: id, name },
          switch: { method: 'wallet_switchEthereumChain', params: [{ chainId: hex }] },
          add: { method: 'wallet_addEthereumChain', params: [add] },
        },
      },
    };
  };
}
