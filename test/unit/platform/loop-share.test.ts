import { expect, test } from 'bun:test';
import { withinScope } from '../../../src/platform/log/scope.ts';
import { createAnswerTurn } from '../../../src/platform/loop/answers-share.ts';
import { createLoopShare } from '../../../src/platform/loop/loop-share.ts';
import { atOnce } from '../../support/at-once.ts';

/** Simulates an event loop. The test ends each round of the loop, and only work advances the clock. */
function createLoop() {
  let nowMs = 0;
  let due: (() => void)[] = [];
  const share = createLoopShare({ sliceMs: 5, nowMs: () => nowMs, nextRound: (callback) => void due.push(callback) });
  const done: string[] = [];
  return {
    share,
    done,
    /** Adds work of a client that arrives now and takes `takesMs` milliseconds. */
    async come(owner: string, name: string, takesMs: number) {
      const turn = share.turn(() => owner);
      if (turn !== null) await turn;
      nowMs += takesMs;
      done.push(name);
    },
    async round() {
      const now = due;
      due = [];
      for (const callback of now) callback();
      for (let at = 0; at < 5; at += 1) await Promise.resolve();
    },
    rounds: () => due.length,
  };
}

test('work that arrives together runs for a time slice; the rest continues piece by piece in the next rounds, owners in turn', async () => {
  const { share, done, come, round } = createLoop();
  for (let at = 0; at < 4; at += 1) void come('many', `m${at}`, 10);
  void come('one', 'o', 10);
  await Promise.resolve();
  expect(done).toEqual(['m0']);
  expect(share.waiting()).toBe(4);
  const perRound: number[] = [];
  while (share.waiting() > 0) {
    const before = done.length;
    await round();
    perRound.push(done.length - before);
  }
  expect(perRound).toEqual([1, 1, 1, 1]);
  expect(done).toEqual(['m0', 'm1', 'o', 'm2', 'm3']);
});

test('the number of tiny pieces in a round grows, so that waiting work is soon done', async () => {
  const { share, done, come, round } = createLoop();
  void come('a', 'long', 50);
  for (let at = 0; at < 500; at += 1) void come('a', 'short', 0.01);
  await Promise.resolve();
  expect(done).toEqual(['long']);
  let rounds = 0;
  while (share.waiting() > 0) {
    await round();
    rounds += 1;
  }
  expect(done).toHaveLength(501);
  expect(rounds).toBeLessThan(20);
});

test('nothing waits, and no round is requested, while there is little work', async () => {
  const { share, done, come, round, rounds } = createLoop();
  for (let at = 0; at < 10; at += 1) {
    void come('a', `${at}`, 1);
    await round();
  }
  expect(done).toHaveLength(10);
  expect(share.waiting()).toBe(0);
  await round();
  expect(rounds()).toBe(0);
});

test('urgent work continues although others wait; of thousands a bounded number in each round', async () => {
  const { share, come, round } = createLoop();
  void come('a', 'long', 50);
  void come('a', 'waits', 1);
  let gone = 0;
  const urgent = async () => {
    const turn = share.urgent(() => 'b');
    if (turn !== null) await turn;
    gone += 1;
  };
  for (let at = 0; at < 150; at += 1) void urgent();
  expect(gone).toBe(64);
  await round();
  expect(gone).toBe(128);
  void urgent();
  expect(gone).toBe(128);
  await round();
  expect([gone, share.waiting()]).toEqual([151, 0]);
});

test('the parts of one piece continue without a second turn in the same round, and not in another', async () => {
  const { share, come, round } = createLoop();
  const turn = share.turns(() => 'a');
  expect(turn()).toBeNull();
  void come('b', 'b', 10);
  await Promise.resolve();
  expect(turn()).toBeNull();
  void come('b', 'b', 10);
  await round();
  void come('b', 'b', 10);
  const later = turn();
  expect(later).not.toBeNull();
  await round();
  await round();
  await later;
  expect(turn()).toBeNull();
});

test('a reply that a client requested waits for its turn; one for the node itself does not', async () => {
  const owners: string[] = [];
  const turns = Promise.withResolvers<void>();
  const answerTurn = createAnswerTurn({
    turn(owner) {
      owners.push(owner());
      return turns.promise;
    },
  });
  await atOnce(answerTurn());
  const effect = { fields: {}, requestId: null, effectKey: 'e-1', trace: null };
  await atOnce(withinScope(effect, answerTurn));
  const ofRequest = withinScope({ ...effect, requestId: 'r-1' }, answerTurn);
  await expect(atOnce(ofRequest)).rejects.toThrow('it waits');
  expect(owners).toEqual(['r-1']);
  turns.resolve();
  await ofRequest;
});
