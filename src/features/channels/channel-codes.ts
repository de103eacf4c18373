import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import { NEVER_MS, type PendingCode, type StoredChannel } from './channel.ts';
import type { ChannelDocuments } from './channel-documents.ts';
import type { Sealing } from './sealing.ts';

/** How long a channel's verification code can be entered, in ms. */
export const CODE_KEPT_MS = 15 * 60_000;
/** Number of wrong codes that can be entered for a channel before its correct code is no longer accepted. */
const ATTEMPTS = 5;
/** Characters of verification codes. Letters and digits that look alike, such as O and 0, are left out. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const PURPOSE = 'channel-code';

export type ChannelCodes = {
  /** Creates a new verification code for a channel and stores its authentication code. The channel's previous code becomes invalid. */
  readonly make: (channelId: string) => Promise<{ readonly code: string; readonly expiresAtMs: number }>;
  /**
   * Verifies a channel by its verification code. The code can be entered in upper or lower case, with or without dashes.
   * @throws TerminalError 404 `channel-not-found`; 409 `no-code`, `code-expired`; 400 `code-wrong`
   */
  readonly enter: (channelId: string, entered: string) => Promise<StoredChannel>;
};

export function createChannelCodes(deps: {
  readonly documents: Pick<ChannelDocuments, 'change'>;
  readonly sealing: Sealing;
  readonly clock: Clock;
  /** Source of random ids. */
  readonly ids: IdSource;
}): ChannelCodes {
  const { documents, sealing, clock, ids } = deps;

  /** Returns a random verification code with 40 bits, which is derived from a random id with the service's secret. */
  function drawn(): string {
    const bytes = Buffer.from(sealing.mac('new-code', ids()), 'hex');
    return [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
  }

  return {
    async make(channelId) {
      const code = drawn();
      const expiresAtMs = clock.now() + CODE_KEPT_MS;
      const pending: PendingCode = { mac: sealing.mac(PURPOSE, `${channelId}/${code}`), expiresAtMs, attemptsLeft: ATTEMPTS };
      await documents.change(channelId, (known) => ({ ...known, code: pending }));
      return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAtMs };
    },

    async enter(channelId, entered) {
      const nowMs = clock.now();
      const code = entered.toUpperCase().replace(/[\s-]/g, '');
      let outcome: 'verified' | 'wrong' | 'none' | 'expired' = 'none';
      const changed = await documents.change(channelId, (known) => {
        if (known.code === null) {
          outcome = 'none';
          return null;
        }
        if (known.code.expiresAtMs <= nowMs || known.code.attemptsLeft <= 0) {
          outcome = 'expired';
          return null;
        }
        if (!sealing.isMac(PURPOSE, `${channelId}/${code}`, known.code.mac)) {
          outcome = 'wrong';
          return { ...known, code: { ...known.code, attemptsLeft: known.code.attemptsLeft - 1 } };
        }
        outcome = 'verified';
        return { ...known, code: null, verifiedAtMs: nowMs, offAtMs: null, expiresAtMs: NEVER_MS };
      });
      if (changed === null) throw refusal('channel-not-found', 404, 'This wallet has no channel with this id.');
      return verified(outcome, changed);
    },
  };
}

/** Returns the verified channel. @throws TerminalError when the entered code was wrong or expired, or when no code was sent */
function verified(outcome: 'verified' | 'wrong' | 'none' | 'expired', channel: StoredChannel): StoredChannel {
  const again = 'Request a new code.';
  if (outcome === 'none') throw refusal('no-code', 409, `No unused code was sent to this channel. ${again}`);
  if (outcome === 'expired') throw refusal('code-expired', 409, `The code is no longer valid. ${again}`);
  if (outcome === 'verified') return channel;
  const left = channel.code?.attemptsLeft ?? 0;
  throw refusal(
    'code-wrong',
    400,
    left === 0 ? `The entered code is wrong, and no attempts are left. ${again}` : `The entered code is wrong. Attempts left: ${left}.`,
  );
}

function refusal(code: string, status: number, message: string): TerminalError {
  return new TerminalError({ code, status, message });
}
