import * as v from 'valibot';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Repeats } from '../../platform/log/repeats.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';

/** Schema of a chain that could not be read, and the reason. */
export const failedChainSchema = v.object({ chainId: v.number(), name: v.string(), code: v.string(), message: v.string() });

export type FailedChain = v.InferOutput<typeof failedChainSchema>;

/**
 * Codes of errors whose messages come from the node or provider. Clients do not see such messages, because some providers quote API keys in
 * them.
 */
const IN_THE_WORDS_OF_THE_NODE: ReadonlySet<string> = new Set(['rpc-refused', 'rpc-rejected', 'rpc-unexpected']);

/**
 * Notes that a chain's balances could be read, so that the chain's next failure is logged again. Must be called after each successful read.
 */
export function chainIsRead({ id }: EffectiveNetwork, repeats: Pick<Repeats, 'over'>): void {
  repeats.over(String(id), 'Balances of a chain can be read again after failures', { chainId: id });
}

/**
 * Builds the public description of the failure to read a chain; the log has the details. An error that is not caused by a chain is a bug
 * and is thrown again.
 */
export function failedChain({ id, name }: EffectiveNetwork, error: unknown, repeats: Pick<Repeats, 'warn'>): FailedChain {
  if (!(error instanceof CoxswainError)) throw error;
  repeats.warn(String(id), 'Reading the balances of a chain failed', { chainId: id, error });
  const message = IN_THE_WORDS_OF_THE_NODE.has(error.code) ? `The endpoint of chain ${id} refused the request.` : error.message;
  return { chainId: id, name, code: error.code, message };
}
