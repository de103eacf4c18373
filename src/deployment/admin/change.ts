import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import { adminAbi, relayerAdminAbi, vaultAdminAbi } from '../product/admin-abi.ts';
import { readAddress, readWord } from '../product/read-word.ts';

/** A call of a contract's admin, and how to see that it was made. */
export type Change = {
  readonly call: Hex;
  /** Whether it must be announced first. What can only stop something is done at once. */
  isDelayed(reads: Pick<ChainReads, 'call'>, contract: Address): Promise<boolean>;
  isMade(reads: Pick<ChainReads, 'call'>, contract: Address): Promise<boolean>;
};

const always = async () => true;
const never = async () => false;

/** Allows an account as an executor, a router to call or to approve, or takes the allowance away. */
export function vaultRole(role: 'Executor' | 'TargetAllowed' | 'SpenderAllowed', account: Address, isAllowed: boolean): Change {
  const functionName = `set${role}` as const;
  const view = `is${role}` as const;
  return {
    call: encodeCall({ abi: vaultAdminAbi, functionName, args: [account, isAllowed] }),
    isDelayed: isAllowed ? always : never,
    isMade: async (reads, contract) =>
      (await readWord(reads, contract, encodeCall({ abi: vaultAdminAbi, functionName: view, args: [account] }))) === BigInt(isAllowed),
  };
}

export function relayerSigner(account: Address, isAllowed: boolean): Change {
  return {
    call: encodeCall({ abi: relayerAdminAbi, functionName: 'setSigner', args: [account, isAllowed] }),
    isDelayed: isAllowed ? always : never,
    isMade: async (reads, contract) =>
      (await readWord(reads, contract, encodeCall({ abi: relayerAdminAbi, functionName: 'isSigner', args: [account] }))) ===
      BigInt(isAllowed),
  };
}

export function treasury(account: Address): Change {
  return {
    call: encodeCall({ abi: vaultAdminAbi, functionName: 'setTreasury', args: [account] }),
    isDelayed: always,
    isMade: async (reads, contract) =>
      (await readAddress(reads, contract, encodeCall({ abi: vaultAdminAbi, functionName: 'treasury' }))) === account,
  };
}

/** A higher fee is delayed, a lower one is not. */
export function fee(feeBps: number): Change {
  const current = async (reads: Pick<ChainReads, 'call'>, contract: Address) =>
    Number(await readWord(reads, contract, encodeCall({ abi: adminAbi, functionName: 'feeBps' })));
  return {
    call: encodeCall({ abi: adminAbi, functionName: 'setFee', args: [feeBps] }),
    isDelayed: async (reads, contract) => feeBps > (await current(reads, contract)),
    isMade: async (reads, contract) => feeBps === (await current(reads, contract)),
  };
}

export function delay(seconds: number): Change {
  return {
    call: encodeCall({ abi: adminAbi, functionName: 'setAllowDelay', args: [seconds] }),
    isDelayed: always,
    isMade: async (reads, contract) => (await readDelay(reads, contract)) === seconds,
  };
}

/** Proposes another admin, who must accept; null takes a proposal back. */
export function nextAdmin(account: Address | null): Change {
  const proposed = account ?? NO_ADDRESS;
  return {
    call: encodeCall({ abi: adminAbi, functionName: 'transferOwnership', args: [proposed] }),
    isDelayed: account === null ? never : always,
    isMade: async (reads, contract) =>
      (await readAddress(reads, contract, encodeCall({ abi: adminAbi, functionName: 'pendingOwner' }))) === proposed ||
      (await readAddress(reads, contract, encodeCall({ abi: adminAbi, functionName: 'owner' }))) === proposed,
  };
}

export async function readDelay(reads: Pick<ChainReads, 'call'>, contract: Address): Promise<number> {
  return Number(await readWord(reads, contract, encodeCall({ abi: adminAbi, functionName: 'allowDelaySeconds' })));
}
