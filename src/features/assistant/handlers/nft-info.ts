import type { ReadNft } from '../../../platform/chain/nft/read-nft.ts';
import { type Address, isAddress, NO_ADDRESS } from '../../../values/address.ts';
import { foreignText } from '../../../values/foreign-text.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import { askBack, type Handler, refuse, say } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { OwnChains } from '../lookup/own-chains.ts';
import { quotedText } from '../lookup/quoted-text.ts';
import type { ReadMetadata } from '../nft/read-metadata.ts';

export type NftInfoDeps = {
  readonly chains: OwnChains;
  readonly readNft: ReadNft;
  readonly readMetadata: ReadMetadata;
};

type NftInfo = NonNullable<AnswerData['nftInfo']>;

const MOST_NAME = 80;
const MOST_URI = 200;
const MOST_ID = 2n ** 256n - 1n;
const MOST_SAID = 5;

/** Creates the handler that shows an NFT, or a collection when the message names no token number. */
export function createNftInfo({ chains, readNft, readMetadata }: NftInfoDeps): Handler {
  return async ({ slots, chainId: walletChainId, wallet, signal }) => {
    const contract = slots.contract?.toLowerCase();
    if (contract === undefined)
      return askBack(
        'Which NFT? Give the address of its contract and its number. I do not list the NFTs of a wallet, and have no floor prices.',
        ['contract'],
      );
    if (!isAddress(contract))
      return refuse('contract-not-evm', 'I look up NFTs of EVM chains only, by the address of their contract (0x...).');
    const chainId = slots.fromChainId ?? slots.toChainId ?? walletChainId;
    if (chainId === null) return askBack('On which chain is this contract?', ['fromChainId']);
    const opened = await chains.open(chainId);
    if (opened.answer) return opened.answer;
    const { chain, network } = opened.found;
    const tokenId = slots.tokenId === undefined ? null : idOf(slots.tokenId);
    if (slots.tokenId !== undefined && tokenId === null)
      return refuse('wrong-token-id', 'The number of an NFT is a whole number from 0 to 2^256 - 1.');
    const own = wallet !== null && isAddress(wallet) ? wallet : null;
    const facts = await chain.onOneEndpoint((reads) => readNft(reads, contract, tokenId, own));
    if (facts.standard === null && (await chain.getCode(contract)) === '0x')
      return say(`There is no contract at ${contract} on ${network.name}, so there is nothing to show. Check the address and the chain.`);
    if (facts.standard === null)
      return say(
        `${contract} on ${network.name} does not report that it is an NFT contract (ERC-721 or ERC-1155), so there is nothing to show.`,
      );
    const read = facts.uri === null ? null : await readMetadata(facts.uri, signal);
    const info: NftInfo = {
      ...{ chainId, chainName: network.name, contract, tokenId: tokenId?.toString() ?? null, standard: facts.standard },
      collection: { name: shown(facts.name), symbol: shown(facts.symbol) },
      ...{ owner: facts.owner, isOwn: facts.owner !== null && facts.owner === own, balance: facts.balance?.toString() ?? null },
      uri: facts.uri === null ? null : foreignText(facts.uri.slice(0, 4 * MOST_URI), MOST_URI),
      metadata: read?.metadata == null ? null : { ...read.metadata, attributes: [...read.metadata.attributes] },
      metadataFrom: read?.from ?? null,
      problem: read === null ? (tokenId === null ? null : 'The contract states no metadata URI for this NFT.') : read.problem,
    };
    const text = tokenId === null ? collectionText(info) : tokenText(info, own);
    if (tokenId !== null) return { action: 'nft_info', text, data: { nftInfo: info } };
    return { action: 'nft_info', text, data: { nftInfo: info }, asks: { missing: ['tokenId'], options: [] } };
  };
}

function idOf(text: string): bigint | null {
  if (!/^\d{1,78}$/.test(text)) return null;
  const id = BigInt(text);
  return id <= MOST_ID ? id : null;
}

function shown(text: string | null): string | null {
  const cleaned = text === null ? '' : foreignText(text, MOST_NAME);
  return cleaned === '' ? null : cleaned;
}

function named({ contract, chainName, collection }: NftInfo): string {
  const own = collection.name === null ? '' : `, which calls itself ${quotedText(collection.name)},`;
  return `the contract ${contract}${own} on ${chainName}`;
}

function collectionText(info: NftInfo): string {
  return `This is ${named(info)}, a collection of ${info.standard} NFTs. Which number do you want to see?`;
}

function tokenText(info: NftInfo, wallet: Address | null): string {
  const { tokenId, standard, owner, isOwn, balance, metadata, problem } = info;
  if (standard === 'ERC-721' && owner === null && metadata === null) return `There is no NFT ${tokenId} in ${named(info)}.`;
  const held =
    owner === NO_ADDRESS
      ? 'The NFT has no owner: it was burned, or was never minted.'
      : owner !== null
        ? `The NFT belongs to ${isOwn ? 'your wallet' : owner}.`
        : balance !== null
          ? `Your wallet has ${numberText(balance)} of this NFT.`
          : wallet === null && standard === 'ERC-1155'
            ? 'Connect a wallet to see how many of this NFT you have.'
            : 'The owner of the NFT could not be read.';
  const lines = [`NFT ${tokenId} (${standard}) of ${named(info)}. ${held}`];
  if (problem !== null) lines.push(problem);
  if (metadata !== null) {
    const name = metadata.name === null ? 'no name' : `the name ${quotedText(metadata.name)}`;
    const attributes = metadata.attributes.slice(0, MOST_SAID).map(({ trait, value }) => `${quotedText(trait)}: ${quotedText(value)}`);
    const rest = metadata.attributes.length + metadata.notShown - attributes.length;
    const more = rest > 0 ? `, and ${rest} more` : '';
    lines.push(
      `The creators of the NFT gave it ${name}${attributes.length === 0 ? '' : `, and the attributes ${attributes.join(', ')}${more}`}. This service did not check these texts.`,
    );
    if (metadata.imageProblem !== null) lines.push(metadata.imageProblem);
  }
  return lines.join('\n');
}
