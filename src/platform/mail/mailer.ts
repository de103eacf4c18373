import { createTransport } from 'nodemailer';
import { RetryableError } from '../../values/errors/retryable-error.ts';

export type Mail = {
  /** One address without a display name. */
  readonly to: string;
  readonly subject: string;
  /** Plain text; mails have no HTML part. */
  readonly text: string;
  /** The part of the Message-ID before the at sign: the same for every repeat of a mail. */
  readonly id: string;
};

/** Sends mails through one SMTP server. Invariant: no error contains an address or the server's words. */
export type Mailer = {
  /** Resolves when the server has accepted the mail. @throws RetryableError `mail-refused`, `receiver-unreachable`, `receiver-timeout` */
  readonly send: (mail: Mail, signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
};

/** Connections to the server at once, and time limits in ms. */
const CONNECTIONS = 4;
const CONNECT_MS = 8_000;
const SILENCE_MS = 15_000;

/** @param url `smtp://` or `smtps://`, with a login if the server needs one @param from the sender, as `Name <address>` or an address */
export function createMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    ...{ url, pool: true, maxConnections: CONNECTIONS, maxMessages: 100 },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, dnsTimeout: CONNECT_MS },
    // A mail consists of what this program writes: nothing in it may name a file or a URL to be attached.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

  return {
    async send({ to, subject, text, id }, signal) {
      const late = Promise.withResolvers<never>();
      const onAbort = () => late.reject(timedOut());
      signal.addEventListener('abort', onAbort);
      try {
        if (signal.aborted) throw timedOut();
        const sending = transport.sendMail({
          ...{ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${domain}>` },
          // Answers by machines, such as notices of absence, help nobody.
          headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
        });
        await Promise.race([sending, late.promise]);
      } catch (error) {
        throw error instanceof RetryableError ? error : failureOf(error);
      } finally {
        signal.removeEventListener('abort', onAbort);
        late.promise.catch(() => undefined);
      }
    },
    close: () => transport.close(),
  };
}

function timedOut(): RetryableError {
  return new RetryableError({ code: 'receiver-timeout', message: 'The mail server did not answer in time.' });
}

/** The causes are left out: they quote the server, which quotes addresses. */
function failureOf(error: unknown): RetryableError {
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  if (typeof status === 'number')
    return new RetryableError({ code: 'mail-refused', message: `The mail server refused the mail (${status}).` });
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === 'ETIMEDOUT') return timedOut();
  return new RetryableError({
    code: 'receiver-unreachable',
    message: `The mail server cannot be reached${code !== null && /^[A-Z_]{2,30}$/.test(code) ? ` (${code})` : ''}.`,
  });
}
