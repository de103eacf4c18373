import * as v from 'valibot';
import { type HostileWorld, OPERATOR_TOKEN } from '../hostile-world.ts';
import type { Stranger } from './stranger.ts';

/** Maximum number of database rows that one postponed event of a stranger may add: for its error and its later attempts. */
const MOST_ROWS_EACH = 3;
/** Number of minutes within which the service must retry a deferred event. The back-off doubles: one, two, four minutes. */
const MINUTES_TO_TRY = 6;
const MINUTES_TO_LEAVE = 8;

const answerSchema = v.object({
  totals: v.array(v.object({ count: v.number() })),
  items: v.array(v.object({ id: v.string(), subject: v.string(), attempts: v.number(), lastError: v.string() })),
});

export type PutAside = { readonly count: number; readonly items: v.InferOutput<typeof answerSchema>['items'] };

/** Reads the postponed events of the vault followers, as operators see them. */
export async function readPutAside(world: HostileWorld): Promise<PutAside> {
  const { data } = await world.call('GET', '/operator/deferred', undefined, { authorization: `Bearer ${OPERATOR_TOKEN}` });
  const { totals, items } = v.parse(answerSchema, data);
  return { count: totals.reduce((sum, { count }) => sum + count, 0), items };
}

/** Checks that no event of an honest owner is postponed, and that no more events are postponed than the strangers caused. */
export function judgePutAside({ count, items }: PutAside, strangers: readonly Stranger[]): readonly string[] {
  const done = strangers.reduce((sum, { figures }) => sum + figures.positions + figures.agents, 0);
  const problems = items
    .filter(({ subject }) => !subject.startsWith('agent ') && !strangers.some(({ wallet }) => subject.startsWith(wallet)))
    .map(({ subject, lastError }) => `put aside of ${subject}, who is no stranger: ${lastError}`);
  if (count > MOST_ROWS_EACH * done) problems.push(`${count} things are put aside, of ${done} that strangers did`);
  return problems;
}

/** Checks how a service handles a postponed event: the event is shown to operators, retried, and removed once it can be processed. */
export async function watchPutAside(world: HostileWorld, strangers: readonly Stranger[]): Promise<readonly string[]> {
  const first = await readPutAside(world);
  const problems = [...judgePutAside(first, strangers)];
  if (first.items.length === 0) return [...problems, 'nothing is put aside, although something cannot be done'];
  for (const { id, lastError } of first.items) if (lastError === '') problems.push(`${id} does not say why it waits`);
  const attemptsOf = ({ items }: PutAside) => Math.max(...items.map(({ attempts }) => attempts));
  // The back-off grows with each attempt, so the next attempt may be several minutes away. The loop waits for it minute by minute.
  let isTriedAgain = false;
  for (let minute = 0; minute < MINUTES_TO_TRY && !isTriedAgain; minute += 1) {
    await world.nextMinute();
    isTriedAgain = await world.settled(async () => attemptsOf(await readPutAside(world)) > attemptsOf(first)).catch(() => false);
  }
  if (!isTriedAgain) problems.push(`what is put aside was not tried again in ${MINUTES_TO_TRY} minutes`);
  await world.fix();
  for (let minute = 0; minute < MINUTES_TO_LEAVE; minute += 1) {
    await world.nextMinute();
    if (await world.settled(async () => (await readPutAside(world)).count === 0).catch(() => false)) return problems;
  }
  const left = await readPutAside(world);
  return [...problems, `mended for ${MINUTES_TO_LEAVE} minutes, and still put aside: ${JSON.stringify(left.items[0] ?? left.count)}`];
}
