import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';

/**
 * Returns the transaction hash that a second, optional call reports; null when it is not available. The result of the trade is valid
 * without the hash, and the next look-up tries again.
 */
export async function hashIfTold<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason !== 'cancelled') return null;
    throw error;
  }
}
