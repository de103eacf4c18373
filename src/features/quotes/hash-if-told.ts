import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';

/**
 * Returns the transaction hash from an optional second call; null when it is not available. The trade's known result is valid without the
 * hash, and the next look-up tries again.
 */
export async function hashIfTold<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason !== 'cancelled') return null;
    throw error;
  }
}
