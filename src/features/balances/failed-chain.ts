import * as v from 'valibot';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Repeats } from '../../platform/log/repeats.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';

/** Why a chain is missing. */
export const failedChainSchema = v.object({ chainId: v.number(), name: v.string(), code: v.string(), message: v.string() });

export type FailedChain = v.InferOutput<typeof failedChainSchema>;

/** Errors whose text is the node's own: providers have been seen to quote keys in it. */
const IN_THE_WORDS_OF_THE_NODE: ReadonlySet<string> = new Set(['rpc-refused', 'rpc-rejected', 'rpc-unexpected']);

/** To be told when a chain's balances were read. */
export function chainIsRead({ id }: EffectiveNetwork, repeats: Pick<Repeats, 'over'>): void {
  repeats.over(String(id), 'Balances of a chain are read again', { chainId: id });
}

/** What anyone may see of a chain's failure; the log has the rest. What is no error of a chain's is a fault of ours, and thrown on. */
export function failedChain({ id, name }: EffectiveNetwork, error: unknown, repeats: Pick<Repeats, 'warn'>): FailedChain {
  if (!(error instanceof CoxswainError)) throw error;
  repeats.warn(String(id), 'Balances of a chain could not be read', { chainId: id, error });
  const message = IN_THE_WORDS_OF_THE_NODE.has(error.code) ? `The node of chain ${id} did not take the request.` : error.message;
  return { chainId: id, name, code: error.code, message };
}
