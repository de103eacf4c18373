import type { CollectionSpec, RecordStore } from '../../../platform/store/record-store.ts';
import type { Address } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { documentForm, number, text } from '../../../values/document-form.ts';
import type { IdSource } from '../../../values/id-source.ts';
import type { Secrets } from '../tokens/secrets.ts';
import { CLOCKS_APART_MS, refused } from './check-siwe-message.ts';

type UsedNonce = { readonly wallet: Address; readonly expiresAtMs: number };

/** The collection of used nonces. A used nonce is stored until it is so old that it would be refused even if it had not been used. */
export const USED_NONCES: CollectionSpec = {
  name: 'used-nonces',
  expiresAt: 'expiresAtMs',
  form: documentForm<UsedNonce>({ wallet: text, expiresAtMs: number }),
};

/** How long the nonce of a sign-in message is valid, in ms. */
export const NONCE_LIFETIME_MS = 5 * 60_000;

const RANDOM = 28;
const MAC = 24;
const NONCE = /^[0-9a-f]{60}$/;

/**
 * Creates and checks the nonces of sign-in messages. A nonce contains its time and a code that only this service can compute. Therefore
 * requests for nonces store nothing, although anybody can send them; a nonce is stored when it is used.
 */
export type Nonces = {
  readonly make: () => { readonly nonce: string; readonly expiresAtMs: number };
  /** Checks a nonce's code and age. @throws TerminalError 401 `siwe-nonce-wrong`, `siwe-nonce-expired` */
  readonly check: (nonce: string) => void;
  /**
   * Marks a checked nonce as used. Of several requests with the same nonce, on any nodes, only one succeeds. @throws TerminalError 401
   * `siwe-nonce-used`
   */
  readonly useUp: (nonce: string, wallet: Address) => Promise<void>;
};

export function createNonces(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly secrets: Secrets;
}): Nonces {
  const { clock, ids, secrets } = deps;
  const used = deps.records.collection<UsedNonce>(USED_NONCES);

  return {
    make() {
      const nowSec = Math.floor(clock.now() / 1_000);
      const body = `${nowSec.toString(16).padStart(8, '0')}${ids().replaceAll('-', '').slice(0, RANDOM)}`;
      return {
        nonce: `${body}${secrets.mac('nonce', body).toString('hex').slice(0, MAC)}`,
        expiresAtMs: nowSec * 1_000 + NONCE_LIFETIME_MS,
      };
    },

    check(nonce) {
      const body = nonce.slice(0, -MAC);
      const isOurs = NONCE.test(nonce) && secrets.isMac('nonce', body, (mac) => mac.toString('hex').slice(0, MAC), nonce.slice(-MAC));
      if (!isOurs) throw refused('siwe-nonce-wrong', 'The nonce was not issued by this service. Get one from POST /api/auth/nonce.');
      const ageMs = clock.now() - Number.parseInt(nonce.slice(0, 8), 16) * 1_000;
      if (ageMs >= NONCE_LIFETIME_MS || ageMs < -CLOCKS_APART_MS)
        throw refused('siwe-nonce-expired', 'The nonce has expired. Get a new one from POST /api/auth/nonce.', clock.now());
    },

    async useUp(nonce, wallet) {
      // A used nonce is stored for twice the time for which it is valid, so that a node whose clock is behind does not accept the nonce
      // again.
      const expiresAtMs = clock.now() + 2 * NONCE_LIFETIME_MS;
      const { inserted } = await used.insert(nonce, { wallet, expiresAtMs });
      if (!inserted) throw refused('siwe-nonce-used', 'The nonce was used already. Get a new one from POST /api/auth/nonce.');
    },
  };
}
