import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../../support/wait-for.ts';
import { createDyingNode } from '../dying-node.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { checkConversation, checkShown, type Followed } from './check-conversations.ts';
import { type Answer, type Command, type Shown, type TurnPoint, turnPoints } from './commands.ts';

export type ChatReport = {
  readonly problems: readonly string[];
  readonly kills: number;
  readonly killsAt: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly acknowledged: number;
  /** Number of answers that clients were shown together with the acknowledgement of their message. */
  readonly shownAtOnce: number;
  /** Number of messages that the bot answered with the reason why it has no answer. */
  readonly errors: number;
};

const entry = fileURLToPath(new URL('node.ts', import.meta.url));
const CONVERSATIONS = 8;
/** How the texts of messages end: some cannot be answered; some are understood or answered before they are stored. */
const ENDINGS = ['', ' fails', ' at once', ' understood'] as const;
/** Factor by which the clocks of the nodes run fast. A message then still has seconds of real time. */
const SPEED = 20;
/** Rounds after which a process is killed from outside, when it has not passed the point at which it was to die. */
const MOST_ROUNDS = 12;
const ANSWERED_WITHIN_MS = 120_000;

/**
 * Sends messages to conversations while the nodes that answer them are killed at every step of a turn. Then checks that each acknowledged
 * message has exactly one answer. Points are taken in turn, so that each is used equally often.
 * @param nodes more than one only for a store that several nodes can use
 * @param isHasty runs a faulty program, which the checks must detect
 */
export async function runChatCampaign(options: {
  readonly store: string;
  readonly nodes: number;
  readonly kills: number;
  readonly seed: number;
  readonly isHasty?: boolean;
}): Promise<ChatReport> {
  const random = createSeededRandom(options.seed);
  const chats = Array.from({ length: CONVERSATIONS }, () => randomUUID());
  const followed: Followed[] = [];
  const notes: Shown[] = [];
  const killsAt: Record<string, number> = {};
  let [planned, kills, errors] = [0, 0, 0];

  const nextDeath = (): { point: TurnPoint; pass: number } | null => {
    if (planned >= options.kills) return null;
    const point = turnPoints[planned % turnPoints.length] ?? 'commit:before';
    planned += 1;
    return { point, pass: random.integer(1, 3) };
  };
  const nodes = Array.from({ length: options.nodes }, (_, n) =>
    createDyingNode<Command, Answer>({
      entry,
      args: [options.store, `node-${n}`, String(SPEED), String(Date.now())],
      flags: options.isHasty === true ? ['--hasty'] : [],
      nextDeath,
      mostRounds: MOST_ROUNDS,
      onDeath(point) {
        kills += 1;
        killsAt[point] = (killsAt[point] ?? 0) + 1;
      },
      // The cast is safe, because `node.ts` writes no other notes.
      onNote: (note) => notes.push(note as Shown),
    }),
  );
  const anyNode = () => nodes[random.integer(0, nodes.length - 1)] ?? nodes[0];

  /** Sends a few messages, repeats what was not acknowledged (sometimes not), and sometimes waits for an answer. */
  async function round(n: number): Promise<void> {
    const node = anyNode();
    const messages = Array.from({ length: random.integer(1, 4) }, (_, i) => ({
      ...{ chatId: random.pick(chats as [string, ...string[]]), messageId: randomUUID() },
      text: `message ${n}.${i}${random.pick(ENDINGS)}.`,
    }));
    const isPatient = random.chance(0.8);
    const { sent } = (await node?.ask({ do: 'send', messages }, isPatient ? 'repeat' : 'once')) ?? {};
    for (const [i, message] of messages.entries()) {
      const turn = sent?.[i];
      const isAcknowledged = typeof turn === 'number';
      const asked = isAcknowledged && turn > 0 && random.chance(0.4);
      const answer = asked ? await anyNode()?.ask({ do: 'answer', chatId: message.chatId, turn }, 'once') : null;
      followed.push({ ...message, isAcknowledged, answer: answer?.text ?? null });
    }
  }

  try {
    let n = 0;
    for (; kills < options.kills || n < 2 * CONVERSATIONS; n += 1) await round(n);
    const [first] = nodes;
    if (first === undefined) throw new Error('There is no node');
    await Promise.all(nodes.map((node) => node.ask({ do: 'progress', chatIds: chats }, 'repeat')));
    const isOver = async () => (await first.ask({ do: 'progress', chatIds: chats }, 'repeat'))?.unanswered === 0;
    await waitFor(isOver, { what: 'the last answer', timeoutMs: ANSWERED_WITHIN_MS, everyMs: 100 });
    const problems: string[] = [];
    for (const chatId of chats) {
      const { rows = [], listed = [] } = (await first.ask({ do: 'read', chatId }, 'repeat')) ?? {};
      errors += rows.filter(({ action }) => action === 'error').length;
      const own = followed.filter((one) => one.chatId === chatId);
      const shown = notes.filter((one) => one.chatId === chatId);
      problems.push(...checkConversation(own, { rows, listed }), ...checkShown(shown, rows));
    }
    const acknowledged = followed.filter(({ isAcknowledged }) => isAcknowledged).length;
    return { problems, kills, killsAt, messages: followed.length, acknowledged, shownAtOnce: notes.length, errors };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}
