import { describe, expect, test } from 'bun:test';
import { judgeKill, type KillEvidence } from '../../bench/peers/judge-kill.ts';

// Test data of a load with two actors: requests 0 and 2 go to the first, requests 1 and 3 to the second. The system is killed at 100 ms,
// before requests 2 and 3 are answered.
const intact: KillEvidence = {
  killedAtMs: 100,
  probedAtMs: 170,
  answers: [
    [10, 10, 20],
    [10, 10, 25],
    [90, 140, 160],
    [95, 150, 190],
  ],
  repeats: 5,
  before: [7, 0],
  after: [9, 2],
  arrivals: [1, 1, 1, 1],
  lookups: 2,
};

describe('judging a kill', () => {
  test('finds nothing wrong where every addition and every effect happened once', () => {
    expect(judgeKill(intact)).toEqual({
      recoveryMs: 60,
      inHandMs: 90,
      acknowledged: 4,
      unanswered: 0,
      repeats: 5,
      lost: 0,
      doubled: 0,
      lostEffects: 0,
      doubledEffects: 0,
      lookups: 2,
    });
  });

  test('counts an acknowledged addition that is missing as lost, and one too many as doubled, actor by actor', () => {
    expect(judgeKill({ ...intact, after: [8, 3] })).toMatchObject({ lost: 1, doubled: 1 });
  });

  test('counts effects that never arrived and arrivals beyond the first', () => {
    expect(judgeKill({ ...intact, arrivals: [0, 3, 1, 1] })).toMatchObject({ lostEffects: 1, doubledEffects: 2 });
  });

  test('lets a request without an answer have happened or not, and says that it is unanswered', () => {
    const answers = [...intact.answers.slice(0, 3), null];
    const unanswered = { unanswered: 1, acknowledged: 3, inHandMs: null, lost: 0, doubled: 0, lostEffects: 0 };
    expect(judgeKill({ ...intact, answers, after: [9, 1], arrivals: [1, 1, 1, 0] })).toMatchObject(unanswered);
    expect(judgeKill({ ...intact, answers })).toMatchObject(unanswered);
  });

  test('does not take an answer to an attempt from before the kill for a recovery', () => {
    const answers: KillEvidence['answers'] = [...intact.answers.slice(0, 2), [90, 90, 110], [95, 150, 190]];
    expect(judgeKill({ ...intact, answers })).toMatchObject({ recoveryMs: 70 });
    expect(judgeKill({ ...intact, answers, probedAtMs: 250 })).toMatchObject({ recoveryMs: 90 });
  });
});
