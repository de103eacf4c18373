import type { ChannelKind } from '../../values/channel-kinds.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** The target of a channel: the receiver to which its messages are sent, such as a URL or an e-mail address. */
export type Target = {
  /** The target in the format that the sender of this kind of channel needs. */
  readonly text: string;
  /** The target of the channel in a shortened form, which is shown to the channel's owner. */
  readonly hint: string;
  /**
   * Identifies the receiver. Two targets that recognizably lead to the same receiver, such as two spellings of the address of one mailbox,
   * have the same value.
   */
  readonly receiver: string;
};

export type ReadTarget = (kind: ChannelKind, text: string) => Target;

const MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})$/;
const CHAT = /^(?:-?[1-9][0-9]{0,19}|@[A-Za-z][A-Za-z0-9_]{3,31})$/;
const DISCORD_PATH = /^\/api\/(?:v[0-9]{1,2}\/)?webhooks\/([0-9]{1,25})\/([A-Za-z0-9_-]{1,200})\/?$/;
const DISCORD_HOSTS = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'];
const SLACK_PATH = /^\/services\/([A-Z0-9]{1,20}\/[A-Z0-9]{1,20}\/[A-Za-z0-9]{1,60})$/;
const SLACK_HOSTS = ['hooks.slack.com'];

/**
 * Creates the parser of targets. Messages to Discord and Slack are sent to the URLs in the settings, followed by the path of the target.
 * @param checkUrl throws when messages must not be sent to a webhook's URL
 */
export function createReadTarget(deps: {
  readonly checkUrl: (url: string) => void;
  readonly discordUrl: string;
  readonly slackUrl: string;
}): ReadTarget {
  const readers: Readonly<Record<ChannelKind, (text: string) => Target>> = {
    webhook(text) {
      deps.checkUrl(text);
      const url = new URL(text);
      url.hash = '';
      return { text: url.href, hint: `${url.origin}/...`, receiver: url.host };
    },
    email(text) {
      const host = text.length <= 254 ? MAIL.exec(text)?.[1] : undefined;
      if (host === undefined) throw wrongTarget('an e-mail address, such as ada@example.org');
      const name = text.slice(0, text.indexOf('@'));
      // One mailbox can have many e-mail addresses, because a tag after `+` and (at some hosts) dots are ignored. Both are removed, so that
      // all these addresses identify the same receiver.
      const plain = name.replace(/\+.*$/, '').replaceAll('.', '').toLowerCase();
      return { text, hint: `${name.slice(0, 1)}***@${host}`, receiver: `${plain}@${host.toLowerCase()}` };
    },
    telegram(text) {
      if (!CHAT.test(text)) throw wrongTarget('the number of a Telegram chat with the bot, or the @name of a Telegram channel');
      return { text, hint: text.startsWith('@') ? text : `...${text.slice(-3)}`, receiver: text.toLowerCase() };
    },
    discord(text) {
      const [, id, token] = DISCORD_PATH.exec(pathOf(text, [...DISCORD_HOSTS, hostOf(deps.discordUrl)])) ?? [];
      if (id === undefined || token === undefined)
        throw wrongTarget('the https URL of a Discord webhook, such as discord.com/api/webhooks/1234/abcd');
      return { text: `${id}/${token}`, hint: `webhook ...${id.slice(-4)}`, receiver: id };
    },
    slack(text) {
      const [, path] = SLACK_PATH.exec(pathOf(text, [...SLACK_HOSTS, hostOf(deps.slackUrl)])) ?? [];
      if (path === undefined) throw wrongTarget('the https URL of a Slack incoming webhook, such as hooks.slack.com/services/T01/B02/abcd');
      return { text: path, hint: `webhook of ${path.split('/')[0] ?? ''}`, receiver: path };
    },
  };
  return (kind, text) => readers[kind](text);
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** Returns the path of a URL whose host is in `hosts`; an empty string for a URL of any other host. */
function pathOf(text: string, hosts: readonly string[]): string {
  const url = URL.parse(text);
  return url !== null && hosts.includes(url.host) && url.username === '' ? url.pathname : '';
}

function wrongTarget(expected: string): TerminalError {
  return new TerminalError({ code: 'wrong-target', status: 400, message: `Expected ${expected}.` });
}
