import { createTransport } from 'nodemailer';
import { RetryableError } from '../../values/errors/retryable-error.ts';

export type Mail = {
  /** E-mail address of the recipient: a single address without a display name. */
  readonly to: string;
  readonly subject: string;
  /** Body of the e-mail as plain text. E-mails have no HTML part. */
  readonly text: string;
  /**
   * Local part of the Message-ID header. It stays the same when the same e-mail is sent again, so that the repetition can be recognized.
   */
  readonly id: string;
};

/** Sends e-mails through one SMTP server. Invariant: no error message contains an e-mail address, or text that the server returned. */
export type Mailer = {
  /**
   * Resolves when the SMTP server has accepted the e-mail. @throws RetryableError `mail-refused`, `receiver-unreachable`,
   * `receiver-timeout`
   */
  readonly send: (mail: Mail, signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
};

/** Maximum number of concurrent connections to the SMTP server. */
const CONNECTIONS = 4;
/** Time limit for connecting to the SMTP server, in ms. */
const CONNECT_MS = 8_000;
/** Time in ms without any reply after which a connection to the SMTP server is given up. */
const SILENCE_MS = 15_000;

/**
 * @param url `smtp://` or `smtps://` URL of the server, with user and password if the server requires a login @param from the sender, as an
 * e-mail address or `Name <address>`
 */
export function createMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    ...{ url, pool: true, maxConnections: CONNECTIONS, maxMessages: 100 },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS, dnsTimeout: CONNECT_MS },
    // Attachments by file path or URL are turned off. E-mails contain only text that this program has composed, and no text from clients in
    // it must make the library read a file or a URL.
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
          // These headers ask the recipient's server not to send automatic replies (such as absence notices), because nobody reads them.
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

/** The error is created without a `cause`, because the library's error quotes the server's reply, which can contain e-mail addresses. */
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
