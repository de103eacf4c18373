import { parseAbi, toEventSelector } from 'viem';
import { type Address, NO_ADDRESS, parseAddress } from '../../../values/address.ts';
import { erc20Abi } from '../abi/erc20.generated.ts';
import type { ChainEventLog, ChainReads, Hex } from '../chain.ts';

/** Uniswap's Permit2, the same address on every chain that has it (github.com/Uniswap/permit2). */
export const PERMIT2: Address = parseAddress('0x000000000022D473030F116dDEE9F6B43aC78BA3');

/** An approval that a wallet once gave, according to event logs. Whether the approval is still in force is read from the contracts. */
export type ApprovalPair =
  | { readonly kind: 'erc20' | 'permit2' | 'nft-all'; readonly token: Address; readonly spender: Address; readonly block: number }
  | { readonly kind: 'nft'; readonly token: Address; readonly spender: Address; readonly tokenId: string; readonly block: number };

/** An approval of a wallet that is in force. */
export type Approval = ApprovalPair & {
  /** The approved amount in base units; null for NFTs. */
  readonly allowance: bigint | null;
  /** The wallet's balance of the token in base units; null when the contract does not return one. */
  readonly balance: bigint | null;
  /** Time in unix seconds at which the approval expires; null when it does not expire. */
  readonly expiresSec: number | null;
};

/** Reads approvals of wallets, and checks which of them are in force. */
export type ApprovalReader = {
  /** Reads the approvals that a wallet gave in a range of blocks. @throws the errors of `ChainReads.getLogs` */
  readonly given: (
    reads: ChainReads,
    wallet: Address,
    range: { readonly fromBlock: number; readonly toBlock: number },
  ) => Promise<readonly ApprovalPair[]>;
  /** Returns those of the approvals `pairs` that are still in force. */
  readonly inForce: (reads: ChainReads, wallet: Address, pairs: readonly ApprovalPair[], nowSec: number) => Promise<readonly Approval[]>;
};

const APPROVAL = toEventSelector('Approval(address,address,uint256)');
const FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)');
const PERMIT2_APPROVAL = toEventSelector('Approval(address,address,address,uint160,uint48)');
const PERMIT2_PERMIT = toEventSelector('Permit(address,address,address,uint160,uint48,uint48)');
const TOPICS: readonly Hex[] = [APPROVAL, FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT];

const NFT = parseAbi([
  'function getApproved(uint256 tokenId) view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
]);
const PERMIT2_ABI = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
]);
/** Gas limit of one call to a token, in gas units. The limit is needed because the token may be any contract, including a malicious one. */
const GAS_EACH = 200_000n;

export const approvalReader: ApprovalReader = {
  async given(reads, wallet, range) {
    const owner: Hex = `0x${wallet.slice(2).padStart(64, '0')}`;
    const logs = await reads.getLogs({ ...range, topics: [TOPICS, owner] });
    return logs.flatMap((log) => pairOf(log) ?? []);
  },

  async inForce(reads, wallet, pairs, nowSec) {
    const first = await reads.readContracts(
      pairs.map((pair) => stateCall(pair, wallet)),
      { gasEach: GAS_EACH },
    );
    const second = await reads.readContracts(
      pairs.map((pair) => heldCall(pair, wallet)),
      { gasEach: GAS_EACH },
    );
    return pairs.flatMap((pair, at): readonly Approval[] => {
      const [state, held] = [first[at], second[at]];
      if (state?.status !== 'success') return [];
      const answer: unknown = state.result;
      const holds: unknown = held?.status === 'success' ? held.result : null;
      const balance = typeof holds === 'bigint' ? holds : null;
      if (pair.kind === 'erc20')
        return typeof answer === 'bigint' && answer > 0n ? [{ ...pair, allowance: answer, balance, expiresSec: null }] : [];
      if (pair.kind === 'nft-all') return answer === true ? [{ ...pair, allowance: null, balance: null, expiresSec: null }] : [];
      if (pair.kind === 'nft') {
        const isOwn = typeof holds === 'string' && holds.toLowerCase() === wallet;
        const isStill = typeof answer === 'string' && answer.toLowerCase() === pair.spender;
        return isOwn && isStill ? [{ ...pair, allowance: null, balance: 1n, expiresSec: null }] : [];
      }
      const [amount, expiration] = Array.isArray(answer) ? answer : [];
      if (typeof amount !== 'bigint' || typeof expiration !== 'number') return [];
      // Permit2 still accepts the allowance in the second in which it expires.
      return amount > 0n && expiration >= nowSec ? [{ ...pair, allowance: amount, balance, expiresSec: expiration }] : [];
    });
  },
};

function pairOf({ address, topics, blockNumber }: ChainEventLog): ApprovalPair | null {
  const [topic, , second, third] = topics;
  if (second === undefined) return null;
  const at = { block: blockNumber };
  if (topic === APPROVAL && third === undefined) return { kind: 'erc20', token: address, spender: addressIn(second), ...at };
  if (topic === APPROVAL && third !== undefined) {
    const spender = addressIn(second);
    // A transfer of an NFT ends its approval. Some contracts then emit an approval event for the zero address, which is not an approval.
    return spender === NO_ADDRESS ? null : { kind: 'nft', token: address, spender, tokenId: BigInt(third).toString(), ...at };
  }
  if (topic === FOR_ALL) return { kind: 'nft-all', token: address, spender: addressIn(second), ...at };
  if (address !== PERMIT2 || third === undefined) return null;
  return { kind: 'permit2', token: addressIn(second), spender: addressIn(third), ...at };
}

function stateCall(pair: ApprovalPair, wallet: Address) {
  const { token, spender } = pair;
  switch (pair.kind) {
    case 'erc20':
      return { address: token, abi: erc20Abi, functionName: 'allowance', args: [wallet, spender] } as const;
    case 'nft-all':
      return { address: token, abi: NFT, functionName: 'isApprovedForAll', args: [wallet, spender] } as const;
    case 'nft':
      return { address: token, abi: NFT, functionName: 'getApproved', args: [BigInt(pair.tokenId)] } as const;
    case 'permit2':
      return { address: PERMIT2, abi: PERMIT2_ABI, functionName: 'allowance', args: [wallet, token, spender] } as const;
  }
}

/** Returns the call that reads the wallet's holding: its balance of a token, or the owner of an NFT. */
function heldCall(pair: ApprovalPair, wallet: Address) {
  if (pair.kind === 'nft') return { address: pair.token, abi: NFT, functionName: 'ownerOf', args: [BigInt(pair.tokenId)] } as const;
  return { address: pair.token, abi: erc20Abi, functionName: 'balanceOf', args: [wallet] } as const;
}

function addressIn(topic: Hex): Address {
  return parseAddress(`0x${topic.slice(-40)}`);
}
