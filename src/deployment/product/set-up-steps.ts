import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Step, StepState } from '../steps/step.ts';
import { adminAbi, relayerAdminAbi, v4RouterAdminAbi, vaultAdminAbi } from './admin-abi.ts';
import type { ProductContract } from './product-contracts.ts';
import { readAddress, readWord } from './read-word.ts';

/** Values with which the contracts are set up before wallets can use them. */
export type SetUp = {
  readonly admin: Address;
  readonly executors: readonly Address[];
  readonly signers: readonly Address[];
  readonly treasury: Address | null;
  readonly feeBps: number;
  readonly relayerFeeBps: number;
  /** Delay in seconds between the announcement of a change and the change. */
  readonly allowDelaySeconds: number;
  readonly targets: readonly Address[];
  readonly spenders: readonly Address[];
  /** Routers that this deployment itself creates. These routers may not exist yet when the deployment is planned. */
  readonly own: readonly Address[];
  /** Uniswap v4's pool manager; null when the chain has none. */
  readonly poolManager: Address | null;
};

/** Upper estimate of the gas of a set-up, based on measurements in the deployment's tests. */
const GAS_OF_SET_UP = 50_000n;
const GAS_PER_CHANGE = 40_000n;

/**
 * Builds the step that sets the executors, the routers, the treasury and the fee of a vault, and opens the vault, in one transaction of the
 * admin.
 */
export function vaultSetUp(contract: ProductContract, setUp: SetUp): Step {
  const { name, address } = contract;
  return {
    id: `${name} set-up`,
    what: `Set up ${name}: executors, routers and fee, then open it with a delay of ${setUp.allowDelaySeconds} s`,
    sender: setUp.admin,
    async look(reads) {
      if (setUp.executors.length === 0) return { kind: 'waits', reason: 'No executor is given. Set EXECUTOR_KEY, or use --executor.' };
      const code = await reads.getCode(address);
      const isThere = code !== '0x';
      const end = isThere ? await endOf(reads, contract, code, setUp.admin) : null;
      if (end !== null) return end;
      const usable = await usableRouters(reads, address, setUp);
      const [targets, spenders] = [setUp.targets.filter(usable), setUp.spenders.filter(usable)];
      const calls = await vaultChanges(reads, isThere ? address : null, { ...setUp, targets, spenders });
      // The set-up step must wait for the deployment of these routers, because a vault accepts a router only after its deployment.
      const codes = await Promise.all(setUp.own.map((router) => reads.getCode(router)));
      return changes(address, isThere && !codes.includes('0x'), calls, setUp);
    },
  };
}

/** Builds the step that sets the signers and the fee of the relayer, and opens the relayer. */
export function relayerSetUp(contract: ProductContract, setUp: SetUp): Step {
  const { address } = contract;
  return {
    id: 'Relayer set-up',
    what: `Set up Relayer: signers and fee, then open it with a delay of ${setUp.allowDelaySeconds} s`,
    sender: setUp.admin,
    async look(reads) {
      if (setUp.signers.length === 0) return { kind: 'waits', reason: 'No signer is given. Set SIGNER_KEY, or use --signer.' };
      const code = await reads.getCode(address);
      const isThere = code !== '0x';
      const end = isThere ? await endOf(reads, contract, code, setUp.admin) : null;
      if (end !== null) return end;
      const given = await Promise.all(
        setUp.signers.map(
          (signer) => isThere && isTrue(reads, address, encodeCall({ abi: relayerAdminAbi, functionName: 'isSigner', args: [signer] })),
        ),
      );
      const calls = setUp.signers.flatMap((signer, i) =>
        given[i] === true ? [] : [encodeCall({ abi: relayerAdminAbi, functionName: 'setSigner', args: [signer, true] })],
      );
      const fee = setUp.relayerFeeBps === 0 ? [] : [encodeCall({ abi: adminAbi, functionName: 'setFee', args: [setUp.relayerFeeBps] })];
      return changes(address, isThere, [...calls, ...fee], setUp);
    },
  };
}

/** Builds the step that sets the pool manager of the v4 router, which is possible only once. */
export function v4RouterSetUp(contract: ProductContract, { admin, poolManager }: SetUp): Step {
  const { address } = contract;
  return {
    id: 'V4SwapRouter set-up',
    what: "Store the address of Uniswap v4's pool manager in V4SwapRouter",
    sender: admin,
    async look(reads) {
      if (poolManager === null) return { kind: 'waits', reason: 'The Network record names no pool manager of Uniswap v4.' };
      const call = {
        to: address,
        data: encodeCall({ abi: v4RouterAdminAbi, functionName: 'setPoolManager', args: [poolManager] }),
        value: 0n,
      };
      const roughGas = GAS_OF_SET_UP + GAS_PER_CHANGE;
      const code = await reads.getCode(address);
      if (code === '0x') return { kind: 'needed', call, roughGas, isReady: false };
      if (code.toLowerCase() !== contract.code) return OTHER_CODE;
      const found = await readAddress(reads, address, encodeCall({ abi: v4RouterAdminAbi, functionName: 'poolManager' }));
      if (found === poolManager) return { kind: 'done', note: `pool manager ${poolManager}` };
      if (found !== NO_ADDRESS) return { kind: 'refused', reason: `The contract has the pool manager ${found}, not ${poolManager}.` };
      return { kind: 'needed', call, roughGas, isReady: true };
    },
  };
}

const OTHER_CODE: StepState = { kind: 'waits', reason: "The code of the contract differs from this version's." };

/** Returns the state of a contract's set-up step when the set-up is complete or impossible; null when the contract still must be set up. */
async function endOf(
  reads: ChainReads,
  { address, code: expected }: ProductContract,
  code: Hex,
  admin: Address,
): Promise<StepState | null> {
  if (code.toLowerCase() !== expected) return OTHER_CODE;
  if (await isTrue(reads, address, encodeCall({ abi: adminAbi, functionName: 'isOpen' }))) {
    const delay = await readWord(reads, address, encodeCall({ abi: adminAbi, functionName: 'allowDelaySeconds' }));
    return { kind: 'done', note: `open, delay ${delay} s` };
  }
  const found = await readAddress(reads, address, encodeCall({ abi: adminAbi, functionName: 'owner' }));
  return found === admin ? null : { kind: 'refused', reason: `The admin of the contract is ${found}, not ${admin}.` };
}

/**
 * Returns the calls that a vault's set-up still needs.
 * @param vault null when the vault is not deployed
 */
async function vaultChanges(reads: ChainReads, vault: Address | null, setUp: SetUp): Promise<Hex[]> {
  const named = [
    ...setUp.executors.map((account) => ({ account, isSet: 'isExecutor' as const, functionName: 'setExecutor' as const })),
    ...setUp.targets.map((account) => ({ account, isSet: 'isTargetAllowed' as const, functionName: 'setTargetAllowed' as const })),
    ...setUp.spenders.map((account) => ({ account, isSet: 'isSpenderAllowed' as const, functionName: 'setSpenderAllowed' as const })),
  ];
  const given = await Promise.all(
    named.map(
      ({ account, isSet }) =>
        vault !== null && isTrue(reads, vault, encodeCall({ abi: vaultAdminAbi, functionName: isSet, args: [account] })),
    ),
  );
  const { treasury, feeBps } = setUp;
  return [
    ...named.flatMap(({ account, functionName }, i) =>
      given[i] === true ? [] : [encodeCall({ abi: vaultAdminAbi, functionName, args: [account, true] })],
    ),
    ...(treasury === null ? [] : [encodeCall({ abi: vaultAdminAbi, functionName: 'setTreasury', args: [treasury] })]),
    ...(feeBps === 0 ? [] : [encodeCall({ abi: adminAbi, functionName: 'setFee', args: [feeBps] })]),
  ];
}

/** Calls a view function of a deployed contract that returns a boolean. */
async function isTrue(reads: ChainReads, to: Address, data: Hex): Promise<boolean> {
  return (await readWord(reads, to, data)) === 1n;
}

function changes(address: Address, isReady: boolean, calls: readonly Hex[], { allowDelaySeconds }: SetUp): StepState {
  const all = [...calls, encodeCall({ abi: adminAbi, functionName: 'open', args: [allowDelaySeconds] })];
  return {
    kind: 'needed',
    call: { to: address, data: encodeCall({ abi: adminAbi, functionName: 'changeAll', args: [all] }), value: 0n },
    roughGas: GAS_OF_SET_UP + GAS_PER_CHANGE * BigInt(all.length),
    isReady,
  };
}

/** Finds the routers that a vault accepts: addresses with code that do not answer as a token. Not every router exists on every chain. */
async function usableRouters(reads: ChainReads, vault: Address, { targets, spenders, own }: SetUp): Promise<(router: Address) => boolean> {
  const others = [...new Set([...targets, ...spenders])].filter((address) => !own.includes(address));
  const isUsable = await Promise.all(others.map((address) => isRouter(reads, address, vault)));
  const usable = new Set([...own, ...others.filter((_, i) => isUsable[i] === true)]);
  return (router) => usable.has(router);
}

/** Whether a vault accepts an address as a router: the address has code, and does not answer as a token. */
export async function isRouter(reads: Pick<ChainReads, 'call' | 'getCode'>, address: Address, vault: Address): Promise<boolean> {
  if ((await reads.getCode(address)) === '0x') return false;
  try {
    const answer = await reads.call({ to: address, data: encodeCall({ abi: erc20Abi, functionName: 'balanceOf', args: [vault] }) });
    return answer.length < 2 + 64;
  } catch (error) {
    if (error instanceof TerminalError) return true;
    throw error;
  }
}
