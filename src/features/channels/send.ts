import { createHmac } from 'node:crypto';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Outbound, OutboundReply } from '../../platform/net/outbound.ts';
import type { ChannelKind } from '../../values/channel-kinds.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isoOf } from '../../values/iso-time.ts';
import { retryAfterMs } from '../../values/retry-after.ts';
import type { ChannelMessage } from './message.ts';
import { cut, plainText } from './plain-text.ts';

/** The destination of a message: the text of the channel's target, and the channel's secret, which only webhooks use. */
export type Receiver = { readonly text: string; readonly secret: string };
export type Sending = { readonly nowMs: number; readonly signal: AbortSignal };

/**
 * Sends one message, and resolves when the receiver has acknowledged it.
 * @throws RetryableError whose text contains neither target nor secret, with `retryAfterMs` if the receiver states a delay; TerminalError
 * `target-refused`
 */
export type Send = (to: Receiver, message: ChannelMessage, sending: Sending) => Promise<void>;

/** The function that sends messages, for each kind of channel; null for a kind that is not configured in the settings. */
export type Senders = Readonly<Record<ChannelKind, Send | null>>;

/** The error for a kind of channel that is not configured in the settings. */
export function kindNotAvailable(kind: ChannelKind): TerminalError {
  const message = `This service has no settings for ${kind} channels, so it cannot send to them.`;
  return new TerminalError({ code: 'channel-kind-not-available', status: 422, message });
}

const MOST_TITLE = 150;
const MOST_CHARACTERS: Readonly<Record<ChannelKind, number>> = { webhook: 0, email: 20_000, telegram: 3_500, discord: 1_400, slack: 2_800 };
const JSON_TYPE = { 'content-type': 'application/json', 'user-agent': 'Coxswain' };
/**
 * Maximum number of bytes of Telegram's reply that are read. When Telegram refuses a message, its reply contains the delay before the next
 * attempt.
 */
const MOST_REPLY_BYTES = 4_096;

export function createSenders(deps: {
  readonly outbound: Pick<Outbound, 'post'>;
  readonly mailer: Pick<Mailer, 'send'> | null;
  readonly brand: string;
  readonly telegram: { readonly botToken: string | undefined; readonly url: string };
  readonly discordUrl: string;
  readonly slackUrl: string;
}): Senders {
  const { outbound, mailer, brand, telegram } = deps;
  const { botToken } = telegram;

  const postJson = async (url: string, body: object, { signal, nowMs }: Sending, mostReplyBytes = 0): Promise<OutboundReply> => {
    const reply = await outbound.post({
      ...{ url, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)), isTrusted: true, mostReplyBytes, signal },
    });
    return accepted(reply, nowMs);
  };

  return {
    async webhook(to, { id, type, createdAtMs, data }, { nowMs, signal }) {
      const body = Buffer.from(JSON.stringify({ id, type, createdAt: isoOf(createdAtMs), data }));
      const headers = { ...JSON_TYPE, ...webhookHeaders(to.secret, { id, body, nowMs }) };
      accepted(await outbound.post({ url: to.text, headers, body, signal }), nowMs);
    },

    email:
      mailer === null
        ? null
        : async (to, message, { signal }) => {
            const subject = `${brand}: ${plainText(message.title, MOST_TITLE)}`;
            await mailer.send({ to: to.text, subject, text: `${textOf(message, MOST_CHARACTERS.email)}\n`, id: message.id }, signal);
          },

    telegram:
      botToken === undefined
        ? null
        : async (to, message, sending) => {
            // Without the field `parse_mode`, Telegram shows the text unchanged and interprets no markup.
            const body = {
              ...{ chat_id: to.text, text: textOf(message, MOST_CHARACTERS.telegram) },
              link_preview_options: { is_disabled: true },
            };
            await postJson(`${baseOf(telegram.url)}/bot${botToken}/sendMessage`, body, sending, MOST_REPLY_BYTES);
          },

    async discord(to, message, sending) {
      const content = textOf(message, MOST_CHARACTERS.discord).replace(/[\\*_~`|<>#()[\]:-]/g, '\\$&');
      // The value 4 of Discord's `flags` turns off previews of links.
      const body = { content: cut(content, 2_000), allowed_mentions: { parse: [] }, flags: 4 };
      await postJson(`${baseOf(deps.discordUrl)}/api/webhooks/${to.text}`, body, sending);
    },

    async slack(to, message, sending) {
      const text = textOf(message, MOST_CHARACTERS.slack);
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const blocks = [{ type: 'section', text: { type: 'plain_text', text, emoji: false } }];
      const body = { text: escaped, mrkdwn: false, unfurl_links: false, unfurl_media: false, blocks };
      await postJson(`${baseOf(deps.slackUrl)}/services/${to.text}`, body, sending);
    },
  };
}

/**
 * Builds the headers by which a receiver checks that a webhook comes from this service (Standard Webhooks). The signature is HMAC-SHA256
 * over the id, the time in seconds and the raw bytes of the body, separated by dots.
 */
export function webhookHeaders(
  secret: string,
  { id, body, nowMs }: { readonly id: string; readonly body: Uint8Array; readonly nowMs: number },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`, 'idempotency-key': id };
}

/** Builds the text of a message for people. All its lines share the maximum length equally, and longer lines are truncated. */
function textOf({ title, lines }: ChannelMessage, most: number): string {
  const each = Math.max(60, Math.floor((most - MOST_TITLE) / Math.max(1, lines.length)) - 1);
  return cut([plainText(title, MOST_TITLE), '', ...lines.map((line) => plainText(line, each))].join('\n'), most);
}

function baseOf(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Returns the receiver's reply when it reports success. @throws RetryableError `receiver-refused` when it reports a failure */
function accepted(reply: OutboundReply, nowMs: number): OutboundReply {
  const { status, headers, text } = reply;
  if (status >= 200 && status < 300) return reply;
  const asked = retryAfterMs(headers, nowMs) ?? waitInBody(text);
  const what =
    status >= 300 && status < 400
      ? `The receiver answered with a redirect (status ${status}). Redirects are not followed: give the final URL.`
      : `The receiver answered with status ${status}.`;
  throw new RetryableError({ code: 'receiver-refused', message: what, ...(asked === null ? {} : { retryAfterMs: asked }) });
}

/** Parses the delay from the body of a Telegram refusal, `{"parameters": {"retry_after": 5}}` in seconds, and returns it in ms. */
function waitInBody(text: string): number | null {
  const seconds = /"retry_after"\s*:\s*([0-9]{1,6})\b/.exec(text)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}
