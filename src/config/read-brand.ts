import { DEVNET_CHAIN_ID } from '../values/chain-ids.ts';
import type { SettingReader } from './setting-reader.ts';

const DEFAULT_BRAND = 'Svc';

/**
 * Reads `SERVICE_BRAND`. Messages that wallets sign contain the brand, so that they are valid only for one deployment. All deployments have
 * the same default brand, so the default is accepted only when the local devnet is the only chain.
 */
export function readBrand(reader: SettingReader, chainIds: readonly number[]): string {
  const text = reader.text('SERVICE_BRAND');
  const brand = text ?? DEFAULT_BRAND;
  // The brand must be a single plain word, because it is part of signed messages (between spaces) and of an EIP-712 domain name.
  const accepted = '1 to 32 letters, digits, _ or -';
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(brand)) reader.problem('SERVICE_BRAND', `${JSON.stringify(brand)} is not one plain word`, accepted);
  const used = chainIds.filter((chainId) => chainId !== DEVNET_CHAIN_ID);
  if (brand.toLowerCase() === DEFAULT_BRAND.toLowerCase() && used.length > 0) {
    const where = `chain${used.length === 1 ? '' : 's'} ${used.join(', ')}`;
    const what = text === undefined ? `is not set, and its default "${DEFAULT_BRAND}"` : `${JSON.stringify(text)} is the default, which`;
    reader.problem(
      'SERVICE_BRAND',
      `${what} is only for the local devnet: on ${where}, signatures for this service would also be valid at every other service with the default`,
      `a word of your own, ${accepted}`,
    );
  }
  return brand;
}
