import type { Signer } from '../../platform/chain/signer.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';

/**
 * Checks that a remote signer (a signing service reached by a URL) has the expected key. Returns no findings for a key that this node
 * itself has. @param what the name of the key in the finding, such as `executor`
 */
export async function examineRemoteSigner({ chainId, address, trouble }: Signer, what: string): Promise<readonly Finding[]> {
  if (trouble === undefined) return [];
  const check = `chain ${chainId} ${what} signer URL`;
  return [
    await looked(check, 'Try again.', async () => {
      const found = await trouble();
      return found === null ? ok(check, `the signer answers, and signs for ${address}`) : wrong(check, found);
    }),
  ];
}
