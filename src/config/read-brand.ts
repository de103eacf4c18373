import { DEVNET_CHAIN_ID } from '../values/chain-ids.ts';
import type { SettingReader } from './setting-reader.ts';

const DEFAULT_BRAND = 'Svc';

/**
 * Reads `SERVICE_BRAND`. Only the brand distinguishes messages that wallets sign for this deployment from those for another deployment. The
 * default is the same everywhere, so it is accepted only for the local devnet.
 */
export function readBrand(reader: SettingReader, chainIds: readonly number[]): string {
  const text = reader.text('SERVICE_BRAND');
  const brand = text ?? DEFAULT_BRAND;
  // The brand is part of signed messages, between spaces, and of an EIP-712 domain name, so it must be one plain word.
  const accepted = '1 to 32 letters, digits, _ or -';
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(brand)) reader.problem('SERVICE_BRAND', `${JSON.stringify(brand)} is not one plain word`, accepted);
  const used = chainIds.filter((chainId) => chainId !== DEVNET_CHAIN_ID);
  if (brand.toLowerCase() === DEFAULT_BRAND.toLowerCase() && used.length > 0) {
    const where = `chain${used.length === 1 ? '' : 's'} ${used.join(', ')}`;
    const what = text === undefined ? `is not set, and its default "${DEFAULT_BRAND}"` : `${JSON.stringify(text)} is the default, which`;
    reader.problem(
      'SERVICE_BRAND',
      `${what} is for the local devnet only: on ${where} what wallets sign here would be good at every other service that keeps it`,
      `a word of your own, ${accepted}`,
    );
  }
  return brand;
}
