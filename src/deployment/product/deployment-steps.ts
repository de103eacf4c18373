import { deterministicDeployer } from '../../contracts/deterministic-deployment.ts';
import type { Hex } from '../../platform/chain/chain.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { Step } from '../steps/step.ts';
import type { ProductContract } from './product-contracts.ts';
import { relayerSetUp, type SetUp, v4RouterSetUp, vaultSetUp } from './set-up-steps.ts';

const DEPLOYER = parseAddress(deterministicDeployer.address);
const PRESIGNED = parseAddress(deterministicDeployer.sender);

/** Upper gas estimates, in gas units, for calls that a node cannot estimate, because the contract is not deployed yet. */
const GAS_OF_TRANSFER = 21_000n;
const GAS_OF_CREATION = 60_000n;
const GAS_PER_BYTE_OF_CODE = 216n;
const GAS_PER_BYTE_OF_DATA = 16n;

/** Returns all steps that a chain needs to deploy these contracts, in order: the deterministic deployer, each contract, and its set-up. */
export function deploymentSteps(contracts: readonly ProductContract[], setUp: SetUp): readonly Step[] {
  return [...deployerSteps, ...contracts.map(contractStep), ...contracts.map((contract) => setUpStep(contract, setUp))];
}

function setUpStep(contract: ProductContract, setUp: SetUp): Step {
  if (contract.name === 'Relayer') return relayerSetUp(contract, setUp);
  return contract.name === 'V4SwapRouter' ? v4RouterSetUp(contract, setUp) : vaultSetUp(contract, setUp);
}

/**
 * The deterministic deployer exists on most chains. On a chain without it, anybody can deploy it with a transaction that was signed for all
 * chains.
 */
const deployerSteps: readonly Step[] = [
  {
    id: 'gas for the deterministic deployer',
    what: `Send the gas for the deployment of the deterministic deployer to ${PRESIGNED}`,
    sender: null,
    async look(reads) {
      if ((await reads.getCode(DEPLOYER)) !== '0x') return { kind: 'done', note: 'not needed' };
      const missing = deterministicDeployer.wei - (await reads.getBalance(PRESIGNED));
      if (missing <= 0n) return { kind: 'done', note: 'sent' };
      return { kind: 'needed', call: { to: PRESIGNED, data: '0x', value: missing }, roughGas: GAS_OF_TRANSFER, isReady: true };
    },
  },
  {
    id: 'deterministic deployer',
    what: `Deploy the deterministic deployer at ${DEPLOYER}`,
    sender: null,
    async look(reads) {
      const code = await reads.getCode(DEPLOYER);
      if (isSameCode(code, deterministicDeployer.code)) return { kind: 'done', note: `code at ${DEPLOYER}` };
      if (code !== '0x') return otherCode(DEPLOYER);
      if ((await reads.getNonce(PRESIGNED, 'latest')) > 0) {
        const reason = `The deterministic deployer is not on this chain, and can no longer be deployed: ${PRESIGNED} has already used the nonce of its transaction.`;
        return { kind: 'refused', reason };
      }
      return { kind: 'broadcast', raw: deterministicDeployer.transaction };
    },
  },
];

function contractStep({ name, address, code, data }: ProductContract): Step {
  return {
    id: name,
    what: `Deploy ${name} at ${address}`,
    sender: null,
    async look(reads) {
      const found = await reads.getCode(address);
      if (isSameCode(found, code)) return { kind: 'done', note: `code at ${address}` };
      if (found !== '0x') return otherCode(address);
      const roughGas = GAS_OF_CREATION + GAS_PER_BYTE_OF_CODE * bytesOf(code) + GAS_PER_BYTE_OF_DATA * bytesOf(data);
      const isReady = (await reads.getCode(DEPLOYER)) !== '0x';
      return { kind: 'needed', call: { to: DEPLOYER, data, value: 0n }, roughGas, isReady };
    },
  };
}

function isSameCode(found: Hex, expected: string): boolean {
  return found.toLowerCase() === expected.toLowerCase();
}

function otherCode(address: Address) {
  const reason = `The code at ${address} differs from the contract of this version. Do not use this chain before you know the reason.`;
  return { kind: 'refused' as const, reason };
}

function bytesOf(hex: Hex): bigint {
  return BigInt((hex.length - 2) / 2);
}
