import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** Encrypts what must not be readable in the store, and computes codes, with the secrets of a node. */
export type Sealing = {
  /** @param about what the text belongs to: it opens nowhere else @param iv 12 random bytes */
  readonly seal: (text: string, about: string, iv: Uint8Array) => string;
  /** Null when none of the secrets opens it. */
  readonly open: (sealed: string, about: string) => string | null;
  /** A code of a text for a purpose, as hex. */
  readonly mac: (purpose: string, text: string) => string;
  /** Whether a code is that of one of the secrets, compared in constant time. */
  readonly isMac: (purpose: string, text: string, given: string) => boolean;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param texts the secrets: the first one seals, and all open, so that one can be replaced */
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
          // Sealed with another secret, or for something else.
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
  const message = 'This service is not set up for channels: CHANNEL_SECRET is not set.';
  throw new TerminalError({ code: 'channels-not-set-up', status: 422, message });
}

/** Without a secret: nothing can be sealed, which is refused, and nothing that was sealed opens. */
export const noSealing: Sealing = { seal: notSetUp, open: () => null, mac: notSetUp, isMac: () => false };
