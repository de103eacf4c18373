import type { Signer } from '../../platform/chain/signer.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';

/** Asks a signer behind a URL whether it has its key; nothing for a key of this node. @param what names the key: `executor` */
export async function examineRemoteSigner({ chainId, address, trouble }: Signer, what: string): Promise<readonly Finding[]> {
  if (trouble === undefined) return [];
  const check = `chain ${chainId} ${what} signer URL`;
  return [
    await looked(check, 'Try again.', async () => {
      const found = await trouble();
      return found === null ? ok(check, `answers, and signs for ${address}`) : wrong(check, found);
    }),
  ];
}
