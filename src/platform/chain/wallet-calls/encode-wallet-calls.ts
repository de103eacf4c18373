import { encodeFunctionData, parseAbi } from 'viem';
import type { Address } from '../../../values/address.ts';
import { dcaVaultAbi } from '../abi/dca-vault.generated.ts';
import { erc20Abi } from '../abi/erc20.generated.ts';
import type { Hex } from '../chain.ts';

const NFT = parseAbi(['function approve(address to, uint256 tokenId)', 'function setApprovalForAll(address operator, bool approved)']);
const PERMIT2 = parseAbi(['function lockdown((address token, address spender)[] approvals)']);

const WRAPPED = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)']);

/** Encodes the calldata of calls that a wallet sends itself. */
export type WalletCalls = {
  readonly transfer: (to: Address, amount: bigint) => Hex;
  readonly approve: (spender: Address, amount: bigint) => Hex;
  readonly approveNft: (to: Address, tokenId: bigint) => Hex;
  readonly setApprovalForAll: (operator: Address, isApproved: boolean) => Hex;
  /** Opens a position in the DCA vault. The wallet must have approved the vault before. */
  readonly createPosition: (position: {
    readonly fromToken: Address;
    readonly toToken: Address;
    readonly amount: bigint;
    readonly frequency: number;
    readonly intervalSec: number;
    readonly isAutoBuy: boolean;
    readonly autoClaim: boolean;
  }) => Hex;
  /** Exchanges the native asset that is sent with the call for its wrapped form. */
  readonly wrap: () => Hex;
  readonly unwrap: (amount: bigint) => Hex;
  readonly lockdown: (approvals: readonly { readonly token: Address; readonly spender: Address }[]) => Hex;
};

export const walletCalls: WalletCalls = {
  transfer: (to, amount) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  approve: (spender, amount) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  approveNft: (to, tokenId) => encodeFunctionData({ abi: NFT, functionName: 'approve', args: [to, tokenId] }),
  setApprovalForAll: (operator, isApproved) =>
    encodeFunctionData({ abi: NFT, functionName: 'setApprovalForAll', args: [operator, isApproved] }),
  createPosition: ({ fromToken, toToken, amount, frequency, intervalSec, isAutoBuy, autoClaim }) =>
    encodeFunctionData({
      abi: dcaVaultAbi,
      functionName: 'createPosition',
      args: [fromToken, toToken, amount, frequency, intervalSec, isAutoBuy, autoClaim],
    }),
  wrap: () => encodeFunctionData({ abi: WRAPPED, functionName: 'deposit' }),
  unwrap: (amount) => encodeFunctionData({ abi: WRAPPED, functionName: 'withdraw', args: [amount] }),
  lockdown: (approvals) => encodeFunctionData({ abi: PERMIT2, functionName: 'lockdown', args: [approvals] }),
};
