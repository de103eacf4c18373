import type { RampName } from '../../../src/features/ramps/ramp-provider.ts';
import type { RampStatus } from '../../../src/values/ramp-status.ts';
import type { ProviderOrder } from '../../support/ramp-providers/provider-order.ts';
import type { RampProviders } from '../../support/ramp-providers/start-ramp-providers.ts';
import type { DyingNode } from '../dying-node.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Answer, Command, SentRequest } from './commands.ts';
import { STORIES } from './stories.ts';

export type Followed = {
  readonly reference: string;
  readonly provider: RampName;
  readonly story: readonly RampStatus[];
  /** The order at the provider that the person pays; null until there is one. */
  order: ProviderOrder | null;
  /** Whether the provider has to tell us of the order: we cannot find it otherwise. */
  mustBeTold: boolean;
  at: number;
};

type Webhook = { readonly request: SentRequest; readonly of: Followed; readonly tries: number };
type Begun = { readonly reference: string; readonly orderId?: string | null };

/** How often a webhook is sent until a node acknowledges it. */
const MOST_TRIES = 200;
/** Final statuses. After them, the provider is asked only after hours, so that a webhook that comes then is not lost. */
const ENDS: readonly (RampStatus | undefined)[] = ['failed', 'cancelled', 'completed'];

/** The persons who order, and the providers that send webhooks, around the nodes of the ramp campaign. */
export function createRampWorld(deps: {
  readonly providers: RampProviders;
  readonly nodes: readonly DyingNode<Command, Answer>[];
  readonly random: SeededRandom;
}) {
  const { providers, nodes, random } = deps;
  const followed: Followed[] = [];
  const counts = { webhooks: 0, doubled: 0, unanswered: 0, lost: 0 };
  let queue: Webhook[] = [];
  let wallets = 0;

  const anyNode = () => random.pick(nodes as [(typeof nodes)[number], ...typeof nodes]);
  const request = async (one: SentRequest): Promise<Begun | null> => {
    const { replies } = (await anyNode().ask({ do: 'requests', requests: [one] }, 'repeat')) ?? {};
    const [reply] = replies ?? [];
    return reply !== undefined && reply.status < 300 ? JSON.parse(reply.text).data : null;
  };
  const isOpen = ({ at, story }: Followed) => at < story.length - 1;
  const hookOf = (of: Followed, order: ProviderOrder, tries: number): Webhook => {
    const { path, headers, body } = providers.of[of.provider].provider.webhook(order);
    return { request: { method: 'POST', path, headers, body }, of, tries };
  };

  /** Begins an order as a client does: it assigns a reference, or opens a checkout, sometimes twice. @param wanted statuses to pass */
  async function begin(wanted: readonly (RampStatus | null)[]): Promise<void> {
    const provider = random.pick(Object.keys(providers.of) as [RampName, ...RampName[]]);
    const { provider: own, book } = providers.of[provider];
    const stories = STORIES.filter((story) => story.every((status) => own.words[status] !== undefined));
    const rare = stories.filter((story) => story.some((status) => wanted.includes(status)));
    const from = rare.length > 0 && random.chance(0.7) ? rare : stories;
    const story = random.pick(from as [readonly RampStatus[], ...(readonly RampStatus[])[]]);
    const { crypto, network, fiat, amount, method, opens } = own.orders;
    wallets += 1;
    const wallet = `0x${String(wallets).padStart(40, '0')}`;
    const terms = { side: 'buy', wallet, crypto, network, fiat, fiatAmount: amount };
    const open = async (more: object) =>
      await request({
        ...{ method: 'POST', path: `/defi/${provider}/checkout`, body: JSON.stringify({ ...terms, ...more, paymentMethod: method }) },
      });
    const assign = async () => await request({ method: 'GET', path: `/defi/${provider}/assign?${new URLSearchParams(terms)}` });
    const begun = opens === 'page' ? await assign() : await open({});
    if (begun === null) return;
    const first = begun.orderId == null ? undefined : book.byId(begun.orderId);
    const again = first !== undefined && random.chance(0.3) ? await open({ reference: begun.reference }) : null;
    const second = again?.orderId == null ? undefined : book.byId(again.orderId);
    // Of two pages under one reference, the person may pay either. We learn only from the provider that it is the first one.
    // If the first one came to nothing, the second one could still be paid, and is followed.
    const endsPaid = ['completed', 'refunded'].includes(story.at(-1) ?? '');
    const paysFirst = second === undefined || (endsPaid && random.chance(0.5));
    const order = (paysFirst ? first : second) ?? null;
    const mustBeTold = provider === 'transak' || (second !== undefined && paysFirst);
    followed.push({ reference: begun.reference, provider, story, order, mustBeTold, at: -1 });
  }

  /** Moves an order to the next status at its provider, which sends webhooks about it. */
  function move(one: Followed): void {
    const status = one.story[one.at + 1];
    if (status === undefined) return;
    one.at += 1;
    one.order ??= providers.of[one.provider].book.add(one.reference, 'buy', status);
    one.order.status = status;
    const isNeeded = one.mustBeTold || ENDS.includes(one.story[one.at - 1]);
    one.mustBeTold = false;
    if (!isNeeded && random.chance(0.15)) {
      counts.lost += 1;
      return;
    }
    const copies = random.chance(0.4) ? 2 : 1;
    counts.doubled += copies - 1;
    for (let copy = 0; copy < copies; copy += 1) queue.push(hookOf(one, one.order, 0));
  }

  /** Sends some of the waiting webhooks to all nodes at once. What is not acknowledged is sent again later, with a new signature. */
  async function deliver(share: number): Promise<void> {
    const shuffled = random.shuffled(queue);
    const sent = shuffled.slice(0, Math.ceil(shuffled.length * share));
    queue = shuffled.slice(sent.length);
    counts.webhooks += sent.length;
    await Promise.all(
      nodes.map(async (node, n) => {
        const hooks = sent.filter((_, i) => i % nodes.length === n);
        if (hooks.length === 0) return;
        const answer = await node.ask({ do: 'requests', requests: hooks.map((hook) => hook.request) }, 'once');
        for (const [i, { of, tries }] of hooks.entries()) {
          const reply = answer?.replies?.[i];
          if (reply?.status === 200 || of.order === null) continue;
          counts.unanswered += 1;
          if (tries >= MOST_TRIES) throw new Error(`A webhook of ${of.provider} was refused: ${reply?.text}`);
          queue.push(hookOf(of, of.order, tries + 1));
        }
      }),
    );
  }

  return {
    followed: followed as readonly Followed[],
    counts: counts as Readonly<typeof counts>,

    /** Lets every node's provider have its catalogue. */
    async fillCatalogues(): Promise<void> {
      for (const name of Object.keys(providers.of))
        await request({ method: 'GET', path: name === 'transak' ? '/defi/transak' : `/defi/${name}/save-crypto` });
    },

    /** A few orders are begun, some move, some webhooks arrive. @param mostOpen orders that are open at the same time */
    async round(wanted: readonly (RampStatus | null)[], mostOpen: number): Promise<void> {
      for (let n = random.integer(1, 3); n > 0 && followed.filter(isOpen).length < mostOpen; n -= 1) await begin(wanted);
      for (let n = random.integer(2, 5); n > 0; n -= 1) {
        const open = followed.filter(isOpen);
        const next = open.filter(({ at, story }) => wanted.includes(story[at + 1] ?? null));
        const from = next.length > 0 && random.chance(0.6) ? next : open;
        if (from.length > 0) move(random.pick(from as [Followed, ...Followed[]]));
      }
      if (random.chance(0.1))
        providers.trouble(Array.from({ length: random.integer(1, 4) }, () => random.pick(['maintenance', 'too-many', 'cut'])));
      await deliver(0.7);
    },

    /** Lets every order come to its end, and every webhook arrive. */
    async finish(): Promise<void> {
      providers.trouble([]);
      while (followed.some(isOpen)) {
        for (const one of followed) move(one);
        await deliver(0.8);
      }
      while (queue.length > 0) await deliver(1);
    },
  };
}
