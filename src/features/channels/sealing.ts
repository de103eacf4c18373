import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** Encrypts data that must not be readable in the store, and computes authentication codes. It uses the secrets of the node. */
export type Sealing = {
  /**
   * Encrypts a text. @param about id of the object to which the text belongs; the text can only be decrypted with the same id @param iv 12
   * random bytes
   */
  readonly seal: (text: string, about: string, iv: Uint8Array) => string;
  /** Decrypts a text. Returns null when none of the secrets can decrypt it. */
  readonly open: (sealed: string, about: string) => string | null;
  /** Computes the authentication code of a text for a purpose, as hex. */
  readonly mac: (purpose: string, text: string) => string;
  /** Whether `given` is the authentication code of the text under one of the secrets. Compares in constant time. */
  readonly isMac: (purpose: string, text: string, given: string) => boolean;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates the encryption with the service's secrets.
 * @param texts the secrets. The first secret encrypts, and all of them can decrypt, so that the secret can be replaced while data encrypted
 * with the old one is still stored
 */
export function createSealing(texts: readonly [string, ...string[]]): Sealing {
  const keys = texts.map((text) => createHash('sha256').update(`channels:${text}`).digest());
  const [first = Buffer.alloc(0)] = keys;
  const macOf = (key: Uint8Array, purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();

  return {
    seal(text, about, iv) {
      const cipher = createCipheriv('aes-256-gcm', first, iv.subarray(0, IV_BYTES)).setAAD(Buffer.from(about));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv.subarray(0, IV_BYTES), cipher.getAuthTag(), bytes]).toString('base64');
    },

    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64');
      const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
      if (tag.byteLength < TAG_BYTES) return null;
      for (const key of keys) {
        const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about)).setAuthTag(tag);
        try {
          return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
        } catch {
          // This secret cannot decrypt the text, because the text was encrypted with another secret or for another object. The next secret
          // is tried.
        }
      }
      return null;
    },

    mac: (purpose, text) => macOf(first, purpose, text).toString('hex'),

    isMac(purpose, text, given) {
      const bytes = Buffer.from(given, 'hex');
      const matches = keys.filter((key) => {
        const expected = macOf(key, purpose, text);
        return expected.byteLength === bytes.byteLength && timingSafeEqual(expected, bytes);
      });
      return matches.length > 0;
    },
  };
}

function notSetUp(): never {
  const message = 'This service cannot store channels, because its setting CHANNEL_SECRET is not set. Only its operator can set it.';
  throw new TerminalError({ code: 'channels-not-set-up', status: 422, message });
}

/** The encryption of a service without a secret: encrypting throws an error, and decrypting always returns null. */
export const noSealing: Sealing = { seal: notSetUp, open: () => null, mac: notSetUp, isMac: () => false };
