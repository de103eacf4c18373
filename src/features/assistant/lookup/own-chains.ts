import type { Networks } from '../../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../market/networks/network.ts';
import type { Chain, Chains } from '../../../platform/chain/chain.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import { type Asked, needWallet, refuse, say } from '../answers/answer.ts';
import type { Slots } from '../understanding/agent-service.ts';
import { shortened } from './find-token.ts';
import { type Found, found, instead } from './outcome.ts';

/** A chain that this node can read. */
export type ReadableChain = { readonly network: EffectiveNetwork; readonly chain: Chain };

export type OwnChains = {
  /** Opens a chain for reading. If this node cannot read the chain, the result is an answer for the user that says so. */
  readonly open: (chainId: number) => Promise<Found<ReadableChain>>;
  /** Returns the chains that this node can read. */
  readonly all: () => Promise<readonly ReadableChain[]>;
  /** Returns the chain that a message names, or all readable chains when it names none. */
  readonly named: (slots: Pick<Slots, 'fromChainId' | 'toChainId'>) => Promise<Found<readonly ReadableChain[]>>;
};

export function createOwnChains({
  networks,
  chains,
}: {
  readonly networks: Pick<Networks, 'get' | 'list'>;
  readonly chains: Chains;
}): OwnChains {
  const own: OwnChains = {
    async open(chainId) {
      const network = await networks.get(chainId);
      if (network === null || !network.show)
        return instead(refuse('chain-not-found', `Chain ${chainId} is not one of this service's chains.`));
      if (!chains.has(chainId))
        return instead(refuse('chain-not-configured', `This service has no connection to ${network.name}, so it cannot read this chain.`));
      return found({ network, chain: chains.of(chainId) });
    },
    async all() {
      const shown = (await networks.list()).filter(({ id, show }) => show && chains.has(id));
      return shown.map((network) => ({ network, chain: chains.of(network.id) }));
    },
    async named({ fromChainId, toChainId }) {
      const chainId = fromChainId ?? toChainId;
      if (chainId === undefined) return found(await own.all());
      const opened = await own.open(chainId);
      return opened.answer ? opened : found([opened.found]);
    },
  };
  return own;
}

/**
 * Returns the sender's wallet as an address on EVM chains. @param what the purpose of the wallet, which follows "Connect a wallet first:"
 * in the answer
 */
export function evmWallet({ wallet, intent }: Asked, what: string): Found<Address> {
  if (wallet === null) return instead(needWallet(intent, what));
  if (isAddress(wallet)) return found(wallet);
  return instead(refuse('wallet-not-evm', 'This works for wallets of EVM chains (0x...) only.'));
}

/** Returns the wallet that a message is about: another wallet that the message names, or else the sender's own. */
export function lookedAtWallet(asked: Asked, what: string): Found<Address> {
  const { to } = asked.slots;
  if (to === undefined) return evmWallet(asked, what);
  const lowered = to.toLowerCase();
  if (isAddress(lowered)) return found(lowered);
  return instead(say(`I can look up wallets only by their address (0x...), and "${shortened(to)}" is not such an address.`));
}
