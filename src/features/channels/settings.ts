import { exampleOf, hosts, httpUrl, secret } from '../../config/kinds.ts';
import { setOrNot } from '../../config/say.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';

const LEAST_SECRET = 32;
/** Matches the sender of e-mails: an e-mail address, or `Name <address>`. Characters that could end a mail header are not accepted. */
const SENDER = /^(?:[^<>\r\n",;:@]{1,100} <[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/;

export const channelsSettings = defineSettings({
  of: 'channels',
  title: 'Channels of notifications',
  settings: {
    secrets: setting<readonly string[]>({
      lines: [
        exampleOf(
          'CHANNEL_SECRET',
          '',
          'The secret that encrypts the addresses and secrets of channels in the store: random text of at least 32 characters. To ' +
            'replace the secret, set the new secret, a comma and the old secret. Not set: the secret in DATA_DIR/channel-secret, which ' +
            'the first start creates. In a cluster it must be set, or wallets cannot add channels.',
        ),
      ],
      read(reader) {
        const secrets = reader.list('CHANNEL_SECRET');
        if (secrets.some(({ length }) => length < LEAST_SECRET))
          reader.problem(
            'CHANNEL_SECRET',
            `contains a secret shorter than ${LEAST_SECRET} characters`,
            'the output of: openssl rand -hex 32',
          );
        return secrets;
      },
      say: ({ length }) => (length === 0 ? 'not set' : length === 1 ? 'set' : `${length} set`),
      secretsIn: (secrets) => secrets,
    }),
    smtpUrl: setting<string | undefined>({
      lines: [
        exampleOf(
          'SMTP_URL',
          'smtps://user:password@mail.example.org',
          'The server for e-mail channels, smtp:// or smtps://. Not set: there are no e-mail channels.',
        ),
      ],
      read: (reader) => reader.url('SMTP_URL', ['smtp:', 'smtps:']),
      say: setOrNot,
      secretsIn: (url) => (url === undefined ? [] : secretsInUrl(url)),
    }),
    mailFrom: setting<string | undefined>({
      lines: [exampleOf('SMTP_FROM', 'News <news@example.org>', 'The sender of e-mails: an address, or a name and an address.')],
      read(reader) {
        const from = reader.text('SMTP_FROM');
        if (from !== undefined && !SENDER.test(from))
          reader.problem('SMTP_FROM', 'is not a sender', 'an address such as news@example.org, or News <news@example.org>');
        return from;
      },
      say: (from) => from ?? 'not set',
    }),
    telegramToken: secret('TELEGRAM_BOT_TOKEN', {
      doc: 'The token of the bot that sends to Telegram channels. Not set: there are no Telegram channels.',
    }),
    telegramUrl: httpUrl('TELEGRAM_URL', { default: 'https://api.telegram.org', doc: 'The address of the Bot API of Telegram.' }),
    discordUrl: httpUrl('DISCORD_URL', { default: 'https://discord.com', doc: 'The address to which messages of Discord channels go.' }),
    slackUrl: httpUrl('SLACK_URL', { default: 'https://hooks.slack.com', doc: 'The address to which messages of Slack channels go.' }),
    allowedHosts: hosts('WEBHOOK_ALLOWED_HOSTS', {
      example: 'hooks.internal:8080,localhost',
      doc:
        'Hosts of your own receivers to which webhooks may be sent although they are private or plain HTTP, as name or name:port, ' +
        'separated by commas. All other webhooks must be https hosts on the public internet. Everybody who can sign in can make ' +
        'the service send requests to these hosts.',
    }),
  },
  check({ smtpUrl, mailFrom }, reader) {
    if (smtpUrl !== undefined && mailFrom === undefined)
      reader.problem('SMTP_FROM', 'is not set although SMTP_URL is', 'the sender of e-mails, such as news@example.org');
  },
});
