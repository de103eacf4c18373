import { encodeFunctionData, maxUint256 } from 'viem';
import type { Address } from '../../../values/address.ts';
import { autopilotVaultAbi } from '../abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../abi/dca-vault.generated.ts';
import type { Hex } from '../chain.ts';

/** Encodes the calldata of the calls by which an owner stops or resumes positions and agents in the vaults. */
export type VaultCalls = {
  /** Ends a position. The vault returns the unspent tokens and pays out the bought ones. */
  readonly cancelPosition: (positionId: number) => Hex;
  readonly pausePosition: (wallet: Address, positionId: number) => Hex;
  readonly unpausePosition: (positionId: number) => Hex;
  /** Switches a position's automatic purchases on or off. Every version of the vault has this function. */
  readonly setAutoBuy: (positionId: number, isOn: boolean) => Hex;
  /** Ends the owner's pause of all positions or agents in a vault. Both kinds of vaults (DCA and Autopilot) have this call. */
  readonly unpauseAll: () => Hex;
  readonly pauseAgent: (agentId: number) => Hex;
  readonly unpauseAgent: (agentId: number) => Hex;
  /** Switches an agent on or off. Every version of the vault has this function. */
  readonly setActive: (agentId: number, isActive: boolean) => Hex;
  /** Withdraws the whole amount of a token that an agent holds to the agent's owner. */
  readonly withdrawAll: (agentId: number, token: Address) => Hex;
};

const dca = dcaVaultAbi;
const autopilot = autopilotVaultAbi;

export const vaultCalls: VaultCalls = {
  cancelPosition: (positionId) => encodeFunctionData({ abi: dca, functionName: 'cancel', args: [positionId] }),
  pausePosition: (wallet, positionId) => encodeFunctionData({ abi: dca, functionName: 'pausePosition', args: [wallet, positionId] }),
  unpausePosition: (positionId) => encodeFunctionData({ abi: dca, functionName: 'unpausePosition', args: [positionId] }),
  setAutoBuy: (positionId, isOn) => encodeFunctionData({ abi: dca, functionName: 'setAutoBuy', args: [positionId, isOn] }),
  unpauseAll: () => encodeFunctionData({ abi: dca, functionName: 'unpauseAll' }),
  pauseAgent: (agentId) => encodeFunctionData({ abi: autopilot, functionName: 'pauseAgent', args: [BigInt(agentId)] }),
  unpauseAgent: (agentId) => encodeFunctionData({ abi: autopilot, functionName: 'unpauseAgent', args: [BigInt(agentId)] }),
  setActive: (agentId, isActive) => encodeFunctionData({ abi: autopilot, functionName: 'setActive', args: [BigInt(agentId), isActive] }),
  withdrawAll: (agentId, token) =>
    encodeFunctionData({ abi: autopilot, functionName: 'withdraw', args: [BigInt(agentId), token, maxUint256] }),
};
