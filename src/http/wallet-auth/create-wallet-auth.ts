import type { VerifySignature } from '../../platform/chain/verify-signature.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, number, text } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { readSignedRequest, requestMessage, type SignedRequest, type WalletAction } from './signed-request.ts';

/**
 * A stored record of a used signature, which prevents a second use of the signature. It is kept until the age of the signature alone makes
 * it invalid.
 */
type UsedSignature = { readonly wallet: Address; readonly usedAtMs: number; readonly expiresAt: number };

export const USED_SIGNATURES: CollectionSpec = {
  name: 'used-signatures',
  expiresAt: 'expiresAt',
  form: documentForm<UsedSignature>({ wallet: text, usedAtMs: number, expiresAt: number }),
};

/**
 * Maximum difference in milliseconds between a signature's timestamp and this node's clock, in the past or the future (API specification,
 * "Limits").
 */
const WINDOW_MS = 5 * 60_000;
const KEPT_MS = 600_000;

export type WalletRequest = {
  /** The action that the wallet signed, spelled as in the signed message. */
  readonly action: WalletAction;
  /** The received request body: JSON of bounded depth, before any schema dropped or changed a field. */
  readonly body: unknown;
  /**
   * Returns the id of the chain on which the signing wallet may be a contract. It is called only when the signature was not made with the
   * private key of the wallet's address.
   */
  readonly chainIdOf?: () => number | undefined | Promise<number | undefined>;
};

/** Identifies the sender of a request by the signature in its body (API specification, "Wallet-signature scheme"). */
export type WalletAuth = {
  /**
   * Verifies the request's signature and returns the wallet that signed, in lowercase: the only wallet for which a handler may act. A
   * signature is valid for one request, and counts as used even when the request is rejected later for another reason.
   * @throws TerminalError (401) `signature-missing`, `signature-malformed`, `signature-expired`, `signature-mismatch`,
   * `signature-replayed`; RetryableError (503) when the store or the wallet's chain is not available
   */
  verifyWalletRequest(request: WalletRequest): Promise<Address>;
};

/**
 * Creates the check of signed requests.
 * @param deps.brand the first word of every signed message
 */
export function createWalletAuth(deps: {
  records: RecordStore;
  verifySignature: VerifySignature;
  clock: Clock;
  brand: string;
}): WalletAuth {
  const { verifySignature, clock, brand } = deps;
  const used = deps.records.collection<UsedSignature>(USED_SIGNATURES);

  return {
    async verifyWalletRequest({ action, body, chainIdOf }) {
      const request = readSignedRequest(body);
      if ('member' in request) {
        const { member, accepted, isMissing } = request;
        throw refuse(isMissing ? 'signature-missing' : 'signature-malformed', `The member \`${member}\` of the body must be ${accepted}.`, {
          member,
        });
      }
      checkWindow(request);
      const message = requestMessage(brand, action, request);
      const { wallet, signature } = request;
      if (!(await verifySignature({ wallet, message, signature, ...(chainIdOf === undefined ? {} : { chainIdOf }) }))) {
        const text = `The signature was not made by wallet ${wallet} for this body and this action. The message to sign with personal_sign is "${message}".`;
        throw refuse('signature-mismatch', text, { message });
      }
      await useUp(action, request);
      return wallet;
    },
  };

  function checkWindow({ timestampMs }: SignedRequest): void {
    const offMs = timestampMs - clock.now();
    if (Math.abs(offMs) <= WINDOW_MS) return;
    const where = offMs < 0 ? 'past' : 'future';
    const text =
      `The timestamp is ${Math.round(Math.abs(offMs) / 1000)} s in the ${where}; at most 300 s are accepted. Sign again with the ` +
      'current time.';
    throw refuse('signature-expired', text, { serverTimeMs: clock.now() });
  }

  /** Stores a signature as used. Of several requests with the same signature, on any nodes, only one succeeds. */
  async function useUp(action: WalletAction, { wallet, digest, timestamp, timestampMs }: SignedRequest): Promise<void> {
    const usedAtMs = clock.now();
    // A used signature is identified by the signed content and not by its bytes, because from one ECDSA signature anybody can compute a
    // second valid one (with another value of its part s). The record expires a fixed time after the signed timestamp or after the time of
    // use, whichever is later. Therefore a node whose clock is behind does not accept a signature with a future timestamp twice.
    const expiresAt = Math.max(usedAtMs, timestampMs) + KEPT_MS;
    const { inserted } = await used.insert(`${action}/${wallet}/${digest}/${timestamp}`, { wallet, usedAtMs, expiresAt });
    if (inserted) return;
    throw refuse(
      'signature-replayed',
      'This signature was already used. Each signature is valid for one request only. Sign again with a new timestamp.',
      {},
    );
  }
}

function refuse(code: string, message: string, details: { readonly [name: string]: string | number }): TerminalError {
  return new TerminalError({ code, message, status: 401, details });
}
