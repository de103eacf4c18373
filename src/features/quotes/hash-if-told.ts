import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';

/**
 * Returns the transaction hash that a second, optional request to a provider reports; null when the request fails. A trade's status is
 * valid without the hash, and the next status check requests the hash again.
 */
export async function hashIfTold<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason !== 'cancelled') return null;
    throw error;
  }
}
