import type { ChannelKind } from '../../../src/values/channel-kinds.ts';
import { type HttpAnswer, type ReceivedRequest, startHttpReceiver } from '../../support/http-receiver.ts';
import { type ReceivedMail, type SmtpAnswer, startSmtpServer } from '../../support/smtp-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { checkDeliveries, type Delivery } from './check-deliveries.ts';
import { createKilledProcess, type KilledProcess } from './killed-process.ts';

export type NewsReport = {
  readonly problems: readonly string[];
  readonly kills: number;
  readonly notifications: number;
  readonly acknowledged: number;
  /**
   * Number of deliveries that a receiver had already acknowledged and got again, because the process was killed before it stored the
   * acknowledgement.
   */
  readonly repeats: number;
  readonly failures: number;
};

/**
 * The moments at which the process is killed: when a receiver gets a message, right after the receiver has acknowledged it, when a command
 * is sent to the process, or after the command is answered.
 */
const MOMENTS = ['message', 'acknowledged', 'command', 'answer'] as const;
const WALLETS = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`];
const SPEED = 60;
/** Maximum number of codes that a receiver gets in a day. */
const MOST_CODES = 5;

/**
 * Number of notifications after which everything is delivered before more are added. A channel counts notifications beyond 200 waiting ones
 * instead of delivering them, and a slow machine adds many more notifications until all kills are done.
 */
const DRAINED_EVERY = 300;

/**
 * Adds notifications one after another. Meanwhile their receivers fail in every way, and the process that delivers them is killed
 * repeatedly. Then checks that each channel has acknowledged all notifications of its wallet in order, and that repeated deliveries are
 * recognizable by their ids. @param forgets runs a deliberately faulty program that loses some notifications, which the checks must detect
 */
export async function runNewsCampaign(options: {
  readonly kills: number;
  readonly notifications: number;
  readonly seed: number;
  readonly forgets?: boolean;
  /** The nodes of a cluster, with the MongoDB and the Redis that they share. Without it, there is one process with SQLite. */
  readonly cluster?: { readonly nodes: number; readonly mongoUrl: string; readonly redisUrl: string };
}): Promise<NewsReport> {
  const random = createSeededRandom(options.seed);
  using folder = tempFolder();
  const deliveries: Delivery[] = [];
  let [kills, failures, isCalm] = [0, 0, true];
  let next: (typeof MOMENTS)[number] | null = null;

  const arm = () => {
    next = kills < options.kills ? random.pick(MOMENTS) : null;
  };
  const at = (moment: (typeof MOMENTS)[number]): boolean => {
    if (isCalm || next !== moment || random.chance(0.3)) return false;
    kills += 1;
    random.pick(children).kill();
    arm();
    return true;
  };

  using receiver = await startHttpReceiver((request) => answerHttp(request));
  using mailServer = await startSmtpServer((mail) => answerMail(mail));
  const settings = {
    ...{ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', SMTP_URL: mailServer.url, SMTP_FROM: 'news@acme.example' },
    ...{ TELEGRAM_URL: receiver.url, TELEGRAM_BOT_TOKEN: '1:token', CHANNEL_SECRET: 'a-secret-for-tests-of-more-than-32-characters' },
  };
  const flags = options.forgets === true ? ['--forgets'] : [];
  const { cluster } = options;
  const place = cluster === undefined ? `sqlite:${folder.file('news.db')}` : cluster.mongoUrl;
  const all = JSON.stringify(cluster === undefined ? settings : { ...settings, REDIS_URL: cluster.redisUrl });
  const args = [place, all, String(SPEED), String(Date.now()), ...flags];
  const first = createKilledProcess(args);
  const children: [KilledProcess, ...KilledProcess[]] = [first];
  for (let n = 1; n < (cluster?.nodes ?? 1); n += 1) children.push(createKilledProcess(args));

  function troubled<Wrong>(wrong: readonly [Wrong, ...Wrong[]]): Wrong | null {
    if (isCalm || random.chance(0.6)) return null;
    failures += 1;
    return random.pick(wrong);
  }

  /**
   * Records a message that a receiver got, and may kill a process before or after the message is acknowledged. Returns whether the receiver
   * must not acknowledge it, because a process was killed before: in a cluster, it can be another one than the sender.
   */
  function received(delivery: Omit<Delivery, 'isAcknowledged'>, isGood: boolean): boolean {
    const isKilled = at('message');
    deliveries.push({ ...delivery, isAcknowledged: isGood && !isKilled });
    // This kill happens while the acknowledgement is sent, so the process may or may not receive it.
    if (isGood && !isKilled) at('acknowledged');
    return isKilled;
  }

  function answerHttp({ path, headers, body }: ReceivedRequest): HttpAnswer {
    const wrong = troubled<HttpAnswer>([
      { status: 500 },
      { status: 429, headers: { 'retry-after': '20' } },
      'never',
      'garbage',
      'cut',
      { status: 302, headers: { location: 'http://127.0.0.1:1/inside' } },
    ]);
    const text = body.toString();
    const chat = path.includes('sendMessage') ? String(JSON.parse(text).chat_id) : path;
    const isCut = received({ channel: chat, id: headers.get('webhook-id') ?? text, text }, wrong === null);
    return wrong ?? (isCut ? 'cut' : { status: 200 });
  }

  function answerMail({ to, headers, text }: ReceivedMail): SmtpAnswer {
    const wrong = troubled<SmtpAnswer>([{ status: 451 }, { status: 550 }, 'cut', 'garbage']);
    const id = headers.find((line) => /^message-id:/i.test(line)) ?? '';
    const isCut = received({ channel: to.join(), id, text }, wrong === null);
    return wrong ?? (isCut ? 'cut' : { status: 250 });
  }

  async function openChannel(wallet: string, kind: ChannelKind, target: string, channel: string): Promise<void> {
    let { id = '', isSent } = await first.ask({ do: 'channel', wallet, kind, target });
    // On a busy machine, a message can take longer than a request may last. Its code counts as not sent, so another one is needed.
    for (let tries = 1; isSent !== true && tries < MOST_CODES; tries += 1) ({ isSent } = await first.ask({ do: 'code', wallet, id }));
    const sent = deliveries.findLast((one) => one.channel === channel)?.text ?? '';
    const [, code = ''] = /code(?: is |":")([A-Z2-9]{4}-[A-Z2-9]{4})/.exec(sent) ?? [];
    await random.pick(children).ask({ do: 'verify', wallet, id, code });
  }

  /** Waits until everything is delivered. Meanwhile all receivers work, and nothing is killed. */
  async function drained(): Promise<void> {
    isCalm = true;
    await waitFor(async () => (await random.pick(children).ask({ do: 'waiting', wallets: WALLETS })).isOver, {
      what: 'the last delivery',
      timeoutMs: 120_000,
      everyMs: 100,
    });
  }

  try {
    const channels: { readonly channel: string; readonly wallet: number }[] = [];
    for (const [n, wallet] of WALLETS.entries()) {
      for (const [kind, target, channel] of [
        ['webhook', `${receiver.url}/hook-${n}`, `/hook-${n}`],
        ['email', `ada-${n}@example.org`, `ada-${n}@example.org`],
        ['telegram', `${n + 1}`, `${n + 1}`],
      ] as const) {
        await openChannel(wallet, kind, target, channel);
        channels.push({ channel, wallet: n });
      }
    }
    deliveries.length = 0;
    isCalm = false;
    arm();
    let n = 0;
    for (; n < options.notifications || (kills < options.kills && n < 10 * options.notifications); n += 1) {
      if (n > 0 && n % DRAINED_EVERY === 0) {
        await drained();
        isCalm = false;
        arm();
      }
      const answer = random.pick(children).ask({ do: 'add', wallet: WALLETS[n % WALLETS.length] ?? '', n });
      at('command');
      await answer;
      at('answer');
    }
    await drained();
    const wanted = channels.map(({ channel, wallet }) => ({
      channel,
      numbers: Array.from({ length: n }, (_, i) => i).filter((i) => i % WALLETS.length === wallet),
    }));
    return { ...checkDeliveries(deliveries, wanted), kills, notifications: n, failures };
  } finally {
    for (const child of children) await child.stop();
  }
}
