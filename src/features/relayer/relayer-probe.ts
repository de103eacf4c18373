import type { ProbeSpec } from '../../http/health/probe.ts';
import type { ExaminedChain } from '../../module/examination.ts';
import type { readIsSigner } from '../../platform/chain/contract-setup.ts';
import type { Signer } from '../../platform/chain/signing.ts';
import type { Address } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { noSignerKey, signerTrouble } from './examine-signer.ts';

/** Name and kind of the readiness check (probe) of a chain's relayer. */
export const RELAYER_PROBE = {
  name: 'chain <chainId> relayer',
  kind: 'chain',
  isOptional: true,
  help: 'The chain has a relayer, but this node cannot sign for it: it has no signer key, the relayer does not accept the signer, or the remote signer cannot sign.',
} as const satisfies ProbeSpec;

/**
 * Returns a text that explains why swaps through a chain's relayer cannot be signed now; null when they can. A chain without a relayer
 * needs no signer.
 */
export async function relayerTrouble(deps: {
  readonly chain: ExaminedChain['chain'];
  readonly relayerOf: () => Promise<Address | null>;
  /** The signer for the chain's relayer; null when this node has no signer key for the chain. */
  readonly signer: Pick<Signer, 'address' | 'trouble'> | null;
  readonly isSignerOf: typeof readIsSigner;
}): Promise<string | null> {
  const { chain, signer, isSignerOf } = deps;
  try {
    const relayer = await deps.relayerOf();
    if (relayer === null) return null;
    if (signer === null) return noSignerKey(chain.chainId, relayer);
    return (await signerTrouble({ chain, relayer }, signer.address, isSignerOf)) ?? (await signer.trouble?.()) ?? null;
  } catch (error) {
    // When the chain cannot be read, the chain's own readiness check reports the reason. So the check of the relayer reports nothing.
    if (error instanceof CoxswainError) return null;
    throw error;
  }
}
