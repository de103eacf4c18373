import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Token } from '../../../market/tokens/token.ts';
import { isAddress } from '../../../values/address.ts';
import { cutText } from '../../../values/cut-text.ts';
import { isSolanaAddress } from '../../../values/solana-address.ts';
import { isTronAddress } from '../../../values/tron-address.ts';
import { askBack, refuse } from '../answers/answer.ts';
import type { Option, Slots, TokenWord, TokenWords } from '../understanding/agent-service.ts';
import { type Found, found, instead } from './outcome.ts';

export type TokenSlot = 'fromToken' | 'toToken';

/** A token as the user's message names it: by symbol, name or address. */
export type NamedToken = {
  readonly text: string;
  readonly slot: TokenSlot;
  /** The id of the chain that the message names; undefined when it names none. */
  readonly chainId: number | undefined;
  /** The id of the wallet's current chain. When several tokens have the same symbol, the token of this chain is preferred. */
  readonly walletChainId: number | null;
  /** The chain to which the token is to be bridged, so that it is not taken from this chain. */
  readonly bridgedTo?: number | undefined;
};

/** The slots that name what a trade spends and receives. */
type Pair = Pick<Slots, 'fromToken' | 'toToken' | 'fromChainId' | 'toChainId'>;

/**
 * Returns where to look for the token that a trade spends. A message that names only the other chain of a bridge ("bridge 100 usdc to
 * base") means the token on the wallet's chain.
 */
export function spentPlace(slots: Pair, walletChainId: number | null): Pick<NamedToken, 'chainId' | 'walletChainId' | 'bridgedTo'> {
  const { fromToken, toToken = fromToken, fromChainId: chainId, toChainId } = slots;
  const isBridge = chainId === undefined && toChainId !== undefined && toToken === fromToken;
  return isBridge ? { chainId, walletChainId, bridgedTo: toChainId } : { chainId, walletChainId: toChainId ?? walletChainId };
}

/**
 * Finds the listed token that a message names. When no token or several tokens match, the result is an answer that asks the user to choose.
 */
export type FindToken = (named: NamedToken, options?: { readonly takesAny?: boolean }) => Promise<Found<Token>>;

/** Maximum number of tokens that the answer offers when several tokens match. */
const MOST_OPTIONS = 6;

export function createFindToken(deps: {
  readonly networks: Pick<Networks, 'list'>;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly words: () => Promise<TokenWords>;
}): FindToken {
  const { networks, tokens } = deps;

  return async (named, { takesAny = false } = {}) => {
    const { text, slot, chainId, walletChainId, bridgedTo } = named;
    const names = new Map((await networks.list()).filter(({ show }) => show).map(({ id, name }) => [id, name]));
    const words = await deps.words();
    const all = await allNamed(text, words);
    const shown = all.filter((word) => names.has(word.chainId));
    const here = shown.filter((word) => word.chainId !== bridgedTo && (chainId === undefined || word.chainId === chainId));
    const chainName = (id: number) => names.get(id) ?? `chain ${id}`;
    const optionOf = (word: TokenWord): Option => ({
      label: `${word.symbol} on ${chainName(word.chainId)}`,
      slots: slotsOf(slot, word),
    });

    if (here.length === 0 && shown.length > 0 && bridgedTo !== undefined)
      return instead(refuse('no-source', `${shortened(text)} is listed only on ${chainName(bridgedTo)}, so it cannot be bridged to it.`));
    if (here.length === 0) {
      const where = chainId === undefined ? '' : ` on ${chainName(chainId)}`;
      const near = shown.length > 0 ? shown : isAnyAddress(text) ? [] : words.near(text, MOST_OPTIONS);
      const offered = near.filter((word) => names.has(word.chainId)).slice(0, MOST_OPTIONS);
      const hint = offered.length === 0 ? ' Name a listed token, or its address.' : ' Did you mean one of these?';
      return instead(askBack(`I do not know a token "${shortened(text)}"${where}.${hint}`, [slot], offered.map(optionOf)));
    }
    const best = takesAny ? here.slice(0, 1) : preferred(here, walletChainId);
    const [one] = best;
    if (one === undefined || best.length > 1) {
      const offered = best.slice(0, MOST_OPTIONS).map(optionOf);
      const ask =
        bridgedTo === undefined
          ? `${ambiguous(shortened(text), walletChainId, names)} Which one do you mean?`
          : `From which chain do you want to bridge the ${one?.symbol ?? shortened(text)} to ${chainName(bridgedTo)}?`;
      return instead(askBack(ask, [slot], offered));
    }
    const token = await tokens.find(one.chainId, one.address);
    return token === null ? instead(askBack(`${one.symbol} is not listed any more.`, [slot])) : found(token);
  };
}

/** Returns a sentence that says why a name of a token fits several chains, although the wallet is on a chain. */
function ambiguous(text: string, walletChainId: number | null, names: ReadonlyMap<number, string>): string {
  if (walletChainId === null) return `"${text}" is listed more than once.`;
  const name = names.get(walletChainId);
  return name === undefined
    ? `This service does not know chain ${walletChainId}, which is the wallet's current chain, and "${text}" is listed on several others.`
    : `"${text}" is not listed on ${name}, but on several other chains.`;
}

async function allNamed(text: string, words: TokenWords): Promise<readonly TokenWord[]> {
  const look = (known: TokenWords) => (isAnyAddress(text) ? known.byAddress(text) : known.bySymbol(text));
  const all = look(words);
  if (all.length > 0) return all;
  const renewed = await words.renewed();
  return renewed === null ? [] : look(renewed);
}

/**
 * Of several listed tokens with one symbol, returns those on the wallet's current chain, or all of them when none is on that chain. When
 * one chain has several of the tokens, only the one that ranks first in the token lists is returned.
 */
function preferred(words: readonly TokenWord[], walletChainId: number | null): readonly TokenWord[] {
  const own = words.filter(({ chainId }) => chainId === walletChainId);
  const firstOfChains = new Map<number, TokenWord>();
  for (const word of own.length > 0 ? own : words) if (!firstOfChains.has(word.chainId)) firstOfChains.set(word.chainId, word);
  return [...firstOfChains.values()];
}

function slotsOf(slot: TokenSlot, { symbol, chainId }: TokenWord): Slots {
  return slot === 'fromToken' ? { fromToken: symbol, fromChainId: chainId } : { toToken: symbol, toChainId: chainId };
}

function isAnyAddress(text: string): boolean {
  return isAddress(text.toLowerCase()) || isTronAddress(text) || isSolanaAddress(text);
}

/** Shortens a text of the user's message so that it fits into a sentence. */
export function shortened(text: string): string {
  return cutText(text, 44);
}
