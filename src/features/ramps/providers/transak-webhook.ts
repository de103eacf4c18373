import { createHmac } from 'node:crypto';
import { isSameSecret } from '../webhook-reading.ts';

/**
 * Verifies a JSON Web Token that is signed with HS256, and returns the text of its payload; null when it is not signed with one of the
 * secrets. No other algorithm is accepted, even if the token's header names one.
 */
export function verifiedClaims(jwt: string, secrets: readonly string[]): string | null {
  const [, header, payload, signature] = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(jwt) ?? [];
  if (header === undefined || payload === undefined || signature === undefined) return null;
  if (!isHs256(header)) return null;
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${header}.${payload}`, 'utf8').digest('base64url');
    return isSameSecret(signature, expected);
  });
  return isSigned ? Buffer.from(payload, 'base64url').toString('utf8') : null;
}

function isHs256(header: string): boolean {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && 'alg' in parsed && parsed.alg === 'HS256' && !('crit' in parsed);
  } catch {
    return false;
  }
}
