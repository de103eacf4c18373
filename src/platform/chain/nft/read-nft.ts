import { parseAbi } from 'viem';
import { type Address, parseAddress } from '../../../values/address.ts';
import type { ChainReads } from '../chain.ts';

export type NftStandard = 'ERC-721' | 'ERC-1155';

/**
 * The values that a contract returns about an NFT; null for each value that it does not return. The texts are truncated, because the
 * contract can return anything.
 */
export type NftFacts = {
  /** The standard that the contract claims to support; null when it claims none of the known standards. */
  readonly standard: NftStandard | null;
  readonly name: string | null;
  readonly symbol: string | null;
  /** The owner of an ERC-721 token; null for other standards. */
  readonly owner: Address | null;
  /** Number of units of an ERC-1155 token that the wallet has; null for other standards. */
  readonly balance: bigint | null;
  /** The URI of the metadata, as `tokenURI` or `uri` returns it. The placeholder `{id}` has been replaced by the token's number. */
  readonly uri: string | null;
};

/** Reads an NFT, or only its collection when no token number is given. @throws the errors of `ChainReads` */
export type ReadNft = (reads: ChainReads, contract: Address, tokenId: bigint | null, wallet: Address | null) => Promise<NftFacts>;

const ABI = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
]);
/** The ERC-165 interface ids of the NFT standards. */
const IDS = { 'ERC-721': '0x80ac58cd', 'ERC-1155': '0xd9b67a26' } as const;
/**
 * Gas limit, in gas units, of each call except those that read a URI. A contract that stores pictures on chain needs millions of gas to
 * build a URI, so these calls have the limit `GAS_OF_URI`.
 */
const GAS_EACH = 300_000n;
const GAS_OF_URI = 15_000_000n;
const MOST_NAME = 200;
/**
 * Maximum length of a metadata URI in characters. The maximum is large because a `data:` URI contains the complete metadata, including the
 * picture.
 */
const MOST_URI = 400_000;

export const readNft: ReadNft = async (reads, contract, tokenId, wallet) => {
  const ask = { address: contract, abi: ABI } as const;
  const [is721, is1155, name, symbol] = await reads.readContracts(
    [
      { ...ask, functionName: 'supportsInterface', args: [IDS['ERC-721']] },
      { ...ask, functionName: 'supportsInterface', args: [IDS['ERC-1155']] },
      { ...ask, functionName: 'name' },
      { ...ask, functionName: 'symbol' },
    ] as const,
    { gasEach: GAS_EACH },
  );
  const standard: NftStandard | null = is721.result === true ? 'ERC-721' : is1155.result === true ? 'ERC-1155' : null;
  const collection = {
    standard,
    name: name.status === 'success' ? name.result.slice(0, MOST_NAME) : null,
    symbol: symbol.status === 'success' ? symbol.result.slice(0, MOST_NAME) : null,
  };
  if (tokenId === null || standard === null) return { ...collection, owner: null, balance: null, uri: null };
  if (standard === 'ERC-721') {
    const [owner] = await reads.readContracts([{ ...ask, functionName: 'ownerOf', args: [tokenId] }] as const, { gasEach: GAS_EACH });
    const [uri] = await reads.readContracts([{ ...ask, functionName: 'tokenURI', args: [tokenId] }] as const, { gasEach: GAS_OF_URI });
    return {
      ...{ ...collection, owner: owner.status === 'success' ? parseAddress(owner.result) : null, balance: null },
      uri: uri.status === 'success' ? uri.result.slice(0, MOST_URI) : null,
    };
  }
  const [uri] = await reads.readContracts([{ ...ask, functionName: 'uri', args: [tokenId] }] as const, { gasEach: GAS_OF_URI });
  return {
    ...{ ...collection, owner: null, balance: wallet === null ? null : await balanceOf(reads, contract, tokenId, wallet) },
    uri: uri.status === 'success' ? withId(uri.result.slice(0, MOST_URI), tokenId) : null,
  };
};

async function balanceOf(reads: ChainReads, address: Address, tokenId: bigint, wallet: Address): Promise<bigint | null> {
  const call = { address, abi: ABI, functionName: 'balanceOf', args: [wallet, tokenId] } as const;
  const [answer] = await reads.readContracts([call] as const, { gasEach: GAS_EACH });
  return answer.status === 'success' ? answer.result : null;
}

/** ERC-1155 requires the token's number as 64 hex digits in the URI. */
function withId(uri: string, tokenId: bigint): string {
  return uri.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'));
}
