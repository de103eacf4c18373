import { expect, test } from 'bun:test';
import { createMailer } from '../../../../src/platform/mail/mailer.ts';
import { CoxswainError } from '../../../../src/values/errors/coxswain-error.ts';
import { type SmtpAnswer, startSmtpServer } from '../../../support/smtp-server.ts';

const FROM = 'Acme <news@acme.example>';
const MAIL = { to: 'ada@example.org', subject: 'Bought', text: 'A text\n.\nwith a dot', id: 'abc' };
const signal = new AbortController().signal;

test('a mail has one recipient, a plain text, and the same Message-ID each time', async () => {
  using server = await startSmtpServer();
  const mailer = createMailer({ url: server.url, from: FROM });
  await mailer.send(MAIL, signal);
  await mailer.send(MAIL, signal);
  mailer.close();
  const ids = server.mails.map(({ headers }) => headers.filter((line) => /^message-id:/i.test(line)));
  expect(ids).toEqual([['Message-ID: <abc@acme.example>'], ['Message-ID: <abc@acme.example>']]);
  expect(server.mails[0]).toMatchObject({ to: ['ada@example.org'], text: 'A text\n.\nwith a dot' });
  expect(server.mails[0]?.headers).toContain('Auto-Submitted: auto-generated');
});

test('line breaks in a subject or a recipient add no header and no recipient', async () => {
  using server = await startSmtpServer();
  const mailer = createMailer({ url: server.url, from: FROM });
  await mailer.send({ ...MAIL, subject: 'Bought\r\nBcc: eve@example.org\r\n\r\nHello' }, signal);
  await mailer.send({ ...MAIL, to: 'ada@example.org\r\nRCPT TO:<eve@example.org>' }, signal).catch(() => undefined);
  await mailer.send({ ...MAIL, to: 'ada@example.org>, <eve@example.org' }, signal).catch(() => undefined);
  mailer.close();
  expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@example.org');
  for (const { headers } of server.mails) expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
});

test('every kind of trouble can be tried again, and its error names nobody', async () => {
  const answers: readonly (readonly [SmtpAnswer, string])[] = [
    [{ status: 451 }, 'mail-refused'],
    [{ status: 550 }, 'mail-refused'],
    ['cut', 'receiver-unreachable'],
    ['garbage', 'receiver-unreachable'],
    ['never', 'receiver-timeout'],
  ];
  for (const [answer, code] of answers) {
    using server = await startSmtpServer(() => answer);
    const mailer = createMailer({ url: server.url, from: FROM });
    const error = await mailer.send(MAIL, AbortSignal.timeout(1_500)).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    mailer.close();
    if (!(error instanceof CoxswainError)) throw new Error(`${JSON.stringify(answer)} was taken for a success`);
    expect([answer, error.code]).toEqual([answer, code]);
    expect(error.kind).toBe('retryable');
    expect(error.message).not.toMatch(/ada|example|wants/);
  }
  const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from: FROM });
  await expect(mailer.send(MAIL, signal)).rejects.toMatchObject({ code: 'receiver-unreachable' });
});
