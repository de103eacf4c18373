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
          'The secret that encrypts the stored addresses and secrets of notification channels: random text of at least 32 ' +
            'characters. To replace the secret, set the new secret, a comma and the old secret. If it is not set, a single node uses ' +
            'the secret in DATA_DIR/channel-secret, which its first start creates. In a cluster it must be set, or wallets cannot add ' +
            'channels.',
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
          'The URL of the mail server for e-mail channels: smtp:// or smtps://. If it is not set, e-mail channels are not available.',
        ),
      ],
      read: (reader) => reader.url('SMTP_URL', ['smtp:', 'smtps:']),
      say: setOrNot,
      secretsIn: (url) => (url === undefined ? [] : secretsInUrl(url)),
    }),
    mailFrom: setting<string | undefined>({
      lines: [
        exampleOf('SMTP_FROM', 'News <news@example.org>', 'The sender of e-mails: an e-mail address, or a name and an e-mail address.'),
      ],
      read(reader) {
        const from = reader.text('SMTP_FROM');
        if (from !== undefined && !SENDER.test(from))
          reader.problem('SMTP_FROM', 'is not a sender', 'an address such as news@example.org, or News <news@example.org>');
        return from;
      },
      say: (from) => from ?? 'not set',
    }),
    telegramToken: secret('TELEGRAM_BOT_TOKEN', {
      doc: 'The token of the bot that sends to Telegram channels. If it is not set, Telegram channels are not available.',
    }),
    telegramUrl: httpUrl('TELEGRAM_URL', { default: 'https://api.telegram.org', doc: "The URL of Telegram's Bot API." }),
    discordUrl: httpUrl('DISCORD_URL', {
      default: 'https://discord.com',
      doc: 'The URL to which the messages for Discord channels are sent.',
    }),
    slackUrl: httpUrl('SLACK_URL', {
      default: 'https://hooks.slack.com',
      doc: 'The URL to which the messages for Slack channels are sent.',
    }),
    allowedHosts: hosts('WEBHOOK_ALLOWED_HOSTS', {
      example: 'hooks.internal:8080,localhost',
      doc:
        'Hosts of your own receivers that webhooks may use although they are in a private network or use plain HTTP: name or ' +
        'name:port, separated by commas. All other webhooks must be https hosts on the public internet. Everybody who can sign in ' +
        'can make the service send requests to these hosts.',
    }),
  },
  check({ smtpUrl, mailFrom }, reader) {
    if (smtpUrl !== undefined && mailFrom === undefined)
      reader.problem('SMTP_FROM', 'is not set although SMTP_URL is', 'the sender of e-mails, such as news@example.org');
  },
});
