import { type DeclaredProbe, probeOf } from '../../http/health/probe.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import { CHAIN_PROBES } from './chain-probes.ts';
import { gasTrouble } from './examine-executor.ts';

import { noContractsTrouble, vaultTroubles } from './examine-vaults.ts';
import { lookSeldom } from './look-seldom.ts';

/** Creates the readiness check (probe) that reports why a chain's orders cannot be executed although the chain answers. */
export function setupProbe(deps: {
  readonly chain: Chain;
  readonly networkOf: () => Promise<Pick<EffectiveNetwork, 'id' | 'nativeCurrency' | 'contracts'> | null>;
  /**
   * The addresses of the executors (accounts that send transactions), the main one first; empty when this node has no key for the chain.
   */
  readonly executors: readonly Address[];
  /** The signers of the executor keys; `trouble` tests whether a signer works. */
  readonly signers: readonly Pick<Signer, 'trouble'>[];
  readonly now: () => number;
}): DeclaredProbe {
  const { chain, executors } = deps;
  return probeOf(CHAIN_PROBES.setup, lookSeldom(look, deps.now), chain.chainId);

  async function look(): Promise<string | null> {
    try {
      const network = await deps.networkOf();
      if (network === null) return null;
      const troubles = await Promise.all([
        executors.length === 0 ? null : noContractsTrouble(network),
        vaultTroubles(chain, network, executors),
        ...executors.map((executor) => gasTrouble(chain, network, executor)),
        ...deps.signers.map(async ({ trouble }) => (await trouble?.()) ?? null),
      ]);
      const found = troubles.filter((trouble) => trouble !== null);
      return found.length === 0 ? null : found.join(' ');
    } catch (error) {
      // When the chain or the store cannot be read, their own probes report why, so nothing is reported here.
      if (error instanceof CoxswainError) return null;
      throw error;
    }
  }
}
