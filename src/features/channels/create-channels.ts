import type { Address } from '../../values/address.ts';
import type { ChannelKind } from '../../values/channel-kinds.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { NotificationKind } from '../../values/notification-kinds.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import { type StoredChannel, stateOf, UNVERIFIED_KEPT_MS } from './channel.ts';
import type { ChannelCodes } from './channel-codes.ts';
import { type ChannelDocuments, tooManyChannels } from './channel-documents.ts';
import type { Counts } from './daily-counts.ts';
import { type ChannelMessage, codeMessage, testMessage } from './message.ts';
import type { Sealing } from './sealing.ts';
import { kindNotAvailable, type Receiver, type Senders } from './send.ts';
import type { ReadTarget } from './targets.ts';

/** The fields of a channel that a wallet can change. */
export type ChannelChoice = {
  readonly name: string;
  readonly kinds: readonly NotificationKind[] | null;
  readonly keepsQuiet: boolean;
  readonly isPaused: boolean;
};
export type NewChannel = Partial<Omit<ChannelChoice, 'isPaused'>> & { readonly kind: ChannelKind; readonly target: string };

/**
 * The result of sending a message immediately. `failure` explains a failure to the user, and does not contain the address to which the
 * message was sent.
 */
export type SentAtOnce = { readonly isSent: boolean; readonly failure: { readonly code: string; readonly message: string } | null };
export type CodeSent = SentAtOnce & { readonly expiresAtMs: number };
export type OwnChannel = StoredChannel & { readonly id: string };

/**
 * The service by which a wallet manages its channels. All functions that take a channel's id throw TerminalError 404 `channel-not-found`,
 * in addition to the errors listed for each.
 */
export type Channels = {
  readonly list: (wallet: Address) => Promise<readonly OwnChannel[]>;
  /**
   * Adds a channel and sends a verification code to it. `secret` is the secret of a webhook, which is shown only in this reply; null for
   * other kinds of channels. @param client the client that sent the request, as in `RequestContext.client`
   * @throws TerminalError `wrong-target`, `target-refused`, `too-many-channels`, `channel-kind-not-available`; OverloadError
   * `too-many-messages`
   */
  readonly add: (
    wallet: Address,
    channel: NewChannel,
    client: string,
  ) => Promise<{ readonly id: string; readonly secret: string | null; readonly code: CodeSent }>;
  /** Sends a new verification code to a channel. @throws OverloadError `too-many-messages` */
  readonly sendCode: (wallet: Address, id: string, client: string) => Promise<CodeSent>;
  /** Verifies a channel with the code that was sent to it. @throws the errors of `ChannelCodes.enter` */
  readonly verify: (wallet: Address, id: string, code: string) => Promise<void>;
  readonly change: (wallet: Address, id: string, choice: Partial<ChannelChoice>) => Promise<void>;
  readonly remove: (wallet: Address, id: string) => Promise<void>;
  /** Sends a test message to a verified channel. @throws TerminalError 409 `channel-not-verified`; OverloadError `too-many-messages` */
  readonly test: (wallet: Address, id: string) => Promise<SentAtOnce>;
};

export type ChannelsDeps = {
  readonly documents: ChannelDocuments;
  readonly codes: ChannelCodes;
  readonly counts: Counts;
  readonly sealing: Sealing;
  readonly senders: Senders;
  readonly readTarget: ReadTarget;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly most: () => number;
  readonly mostMailsPerDay: () => number;
};

const HOUR_MS = 3_600_000;
/** Maximum number of verification codes per day that one wallet can request. */
const CODES_OF_WALLET = 20;
/** Maximum number of verification codes per day that are sent to one receiver, whichever wallets request them. */
const CODES_TO_PERSON = 5;
/**
 * Maximum number of verification codes per day that are sent to one webhook host. It is higher than the limits per wallet and per receiver,
 * because many wallets can have their webhooks at the same host, and one wallet must not use up the codes of all others.
 */
const CODES_TO_HOST = 200;
/** Maximum number of test messages per hour for one channel. */
const TESTS = 10;
/**
 * The share of the daily limit of e-mails with verification codes that one client can use, however many wallets it has. Therefore no client
 * can use up the e-mails of all others.
 */
const SHARE_OF_CLIENT = 0.1;
/** Number of e-mails with verification codes per day that each client can cause, even if its share of the daily limit is smaller. */
const LEAST_OF_CLIENT = 20;

export function createChannels(deps: ChannelsDeps): Channels {
  const { documents, codes, counts, sealing, senders, readTarget, clock, ids } = deps;

  async function takeCode(wallet: Address, kind: ChannelKind, receiver: string, client: string): Promise<void> {
    const day = { windowMs: DAY_MS };
    const what = 'codes were sent today, which is the maximum.';
    await counts.take(sealing.mac('codes-of', wallet), {
      ...day,
      most: CODES_OF_WALLET,
      what: `For this wallet, ${CODES_OF_WALLET} ${what}`,
    });
    const to = sealing.mac('codes-to', `${kind}/${receiver}`);
    const most = kind === 'webhook' ? CODES_TO_HOST : CODES_TO_PERSON;
    await counts.take(to, { ...day, most, what: `To this receiver, ${most} ${what}` });
    if (kind !== 'email') return;
    const mails = deps.mostMailsPerDay();
    const ofClient = Math.max(LEAST_OF_CLIENT, Math.floor(mails * SHARE_OF_CLIENT));
    const byClient = sealing.mac('mails-of-client', client);
    await counts.take(byClient, {
      ...day,
      most: ofClient,
      what: `For your network address, ${ofClient} e-mails with ${what}`,
      isOfAll: true,
    });
    await counts.take('mails', { ...day, most: mails, what: `On this service, ${mails} e-mails with ${what}`, isOfAll: true });
  }

  function receiverOf(id: string, { sealed }: StoredChannel): Receiver {
    const to = openReceiver(sealing, id, sealed);
    if (to !== null) return to;
    const message = 'The target of this channel cannot be decrypted any more. Remove the channel and add it again.';
    throw new TerminalError({ code: 'channel-unreadable', status: 409, message });
  }

  async function sendAtOnce(kind: ChannelKind, to: Receiver, message: ChannelMessage): Promise<SentAtOnce> {
    try {
      await requireSender(senders, kind)(to, message, { nowMs: clock.now(), signal: new AbortController().signal });
      return { isSent: true, failure: null };
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      return { isSent: false, failure: { code: error.code, message: error.message } };
    }
  }

  async function sendNewCode(id: string, wallet: Address, kind: ChannelKind, to: Receiver): Promise<CodeSent> {
    const { code, expiresAtMs } = await codes.make(id);
    return { ...(await sendAtOnce(kind, to, codeMessage(id, { code, wallet, nowMs: clock.now(), expiresAtMs }))), expiresAtMs };
  }

  return {
    list: async (wallet) => (await documents.list(wallet)).map(({ _id, rev: _rev, ...channel }) => ({ ...channel, id: _id })),

    async add(wallet, { kind, target: text, name, kinds = null, keepsQuiet = kind !== 'webhook' }, client) {
      requireSender(senders, kind);
      const target = readTarget(kind, text);
      const nowMs = clock.now();
      const id = ids();
      const secret = `whsec_${Buffer.from(sealing.mac('new-secret', `${ids()}/${ids()}`), 'hex').toString('base64')}`;
      const to: Receiver = { text: target.text, secret };
      // The number of channels and the limits of messages are checked before anything is stored, so that a refused request stores nothing.
      if ((await documents.list(wallet)).length >= deps.most()) throw tooManyChannels(deps.most());
      await takeCode(wallet, kind, target.receiver, client);
      const stored = {
        ...{ wallet, kind, name: name ?? kind, kinds, keepsQuiet, hint: target.hint, createdAtMs: nowMs, verifiedAtMs: null },
        ...{ isPaused: false, offAtMs: null, code: null, expiresAtMs: nowMs + UNVERIFIED_KEPT_MS },
        sealed: sealing.seal(JSON.stringify({ ...to, receiver: target.receiver }), id, Buffer.from(sealing.mac('new-iv', ids()), 'hex')),
      };
      await documents.add(id, stored, deps.most());
      return { id, secret: kind === 'webhook' ? secret : null, code: await sendNewCode(id, wallet, kind, to) };
    },

    async sendCode(wallet, id, client) {
      const channel = await documents.require(wallet, id);
      const to = receiverOf(id, channel);
      await takeCode(wallet, channel.kind, readReceiver(sealing, id, channel.sealed), client);
      return sendNewCode(id, wallet, channel.kind, to);
    },

    async verify(wallet, id, code) {
      await documents.require(wallet, id);
      await codes.enter(id, code);
    },

    async change(wallet, id, choice) {
      await documents.require(wallet, id);
      await documents.change(id, (known) => ({ ...known, ...choice }));
    },

    async remove(wallet, id) {
      await documents.require(wallet, id);
      await documents.remove(id);
    },

    async test(wallet, id) {
      const channel = await documents.require(wallet, id);
      if (!['on', 'paused'].includes(stateOf(channel))) {
        const message =
          'Test messages are sent only to verified channels, and this channel is not verified. Enter the code that was sent to the channel.';
        throw new TerminalError({ code: 'channel-not-verified', status: 409, message });
      }
      const what = `${TESTS} test messages were sent to this channel in the current hour, which is the maximum.`;
      await counts.take(sealing.mac('tests-of', id), { most: TESTS, windowMs: HOUR_MS, what });
      return sendAtOnce(channel.kind, receiverOf(id, channel), testMessage(id, { id: ids(), nowMs: clock.now() }));
    },
  };
}

/** Decrypts the target of a channel. Returns null when none of the service's secrets can decrypt it. */
export function openReceiver(
  sealing: Pick<Sealing, 'open'>,
  id: string,
  sealed: string,
): (Receiver & { readonly receiver: string }) | null {
  const text = sealing.open(sealed, id);
  return text === null ? null : (JSON.parse(text) as Receiver & { readonly receiver: string });
}

function readReceiver(sealing: Sealing, id: string, sealed: string): string {
  return openReceiver(sealing, id, sealed)?.receiver ?? '';
}

/**
 * Returns the sender for a kind of channel. @throws TerminalError 422 `channel-kind-not-available` when the service is not configured for
 * this kind
 */
function requireSender(senders: Senders, kind: ChannelKind) {
  const send = senders[kind];
  if (send !== null) return send;
  throw kindNotAvailable(kind);
}
