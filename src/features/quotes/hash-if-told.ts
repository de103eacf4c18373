import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';

/**
 * The answer of a second call, for the hash of a transaction whose end the first one has told; null when it cannot be had. That end stands all
 * the same: where a chain can show it, the next look asks again.
 */
export async function hashIfTold<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason !== 'cancelled') return null;
    throw error;
  }
}
