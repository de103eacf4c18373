import { type DeclaredProbe, probeOf } from '../../http/health/probe.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import { CHAIN_PROBES } from './chain-probes.ts';
import { gasTrouble } from './examine-executor.ts';
import { vaultTroubles } from './examine-vaults.ts';

/** Minimum time between two reads of a chain's setup, in ms. The setup rarely changes, but readiness is queried often. */
const LOOK_EVERY_MS = 60_000;

/** Creates the readiness check (probe) that reports why a chain's orders cannot be executed although the chain answers. */
export function setupProbe(deps: {
  readonly chain: Chain;
  readonly networkOf: () => Promise<Pick<EffectiveNetwork, 'id' | 'nativeCurrency' | 'contracts'> | null>;
  /** The executors' addresses, the main one first; empty when this node has no key for the chain. */
  readonly executors: readonly Address[];
  /** The signers of the executor keys. */
  readonly signers: readonly Pick<Signer, 'trouble'>[];
  readonly now: () => number;
}): DeclaredProbe {
  const { chain, executors } = deps;
  let last: { readonly atMs: number; readonly trouble: Promise<string | null> } | null = null;
  return probeOf(
    CHAIN_PROBES.setup,
    () => {
      const nowMs = deps.now();
      if (last === null || Math.abs(nowMs - last.atMs) >= LOOK_EVERY_MS) last = { atMs: nowMs, trouble: look() };
      return last.trouble;
    },
    chain.chainId,
  );

  async function look(): Promise<string | null> {
    try {
      const network = await deps.networkOf();
      if (network === null) return null;
      const troubles = await Promise.all([
        vaultTroubles(chain, network, executors),
        ...executors.map((executor) => gasTrouble(chain, network, executor)),
        ...deps.signers.map(async ({ trouble }) => (await trouble?.()) ?? null),
      ]);
      const found = troubles.filter((trouble) => trouble !== null);
      return found.length === 0 ? null : found.join(' ');
    } catch (error) {
      // When the setup cannot be read, the probes of the chain and of the store report why, so nothing is reported here.
      if (error instanceof CoxswainError) return null;
      throw error;
    }
  }
}
