import { expect, test } from 'bun:test';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { parsePosition, positionText } from '../../../src/platform/feed/feed-position.ts';
import { createLocalFeed } from '../../../src/platform/feed/local/local-feed.ts';
import { feedContract } from './feed-contract.ts';
import { followed, numbered, publish } from './follower.ts';

const create = (nodeId: string, capacity = 100) => createLocalFeed({ nodeId, clock: systemClock, capacity });

feedContract('local', async ({ capacity }) => {
  const feed = create('node-a', capacity);
  return { feed, [Symbol.asyncDispose]: () => feed.close() };
});

test('after a restart everything since is shown, with a notice that events may be missing', async () => {
  const before = create('node-a');
  const first = await followed(before);
  publish(before, ['a0']);
  await first.saw(1);
  await first.leave();
  const after = create('node-b');
  publish(after, numbered('b', 3));
  await using again = await followed(after, { after: first.position() });
  expect(await again.saw(3)).toEqual(numbered('b', 3));
  expect(again.gaps()).toEqual([{ reason: 'unknown-position', missed: null }]);
});

test('a position is one line of text, and other texts are refused', () => {
  for (const position of [
    { stream: { entry: '0-0', at: -1 }, ring: { node: 'node-0a', index: 0 }, seen: [] },
    { stream: { entry: '1700000000000-3', at: 49 }, ring: null, seen: [] },
    {
      stream: { entry: '1700000000000-3', at: 49 },
      ring: { node: 'node-0a', index: 17 },
      seen: [
        { node: 'b', index: 3 },
        { node: 'c_1', index: 4 },
      ],
    },
    { stream: { entry: '1-0', at: 0 }, ring: null, seen: [{ node: 'b', index: 3 }] },
  ]) {
    expect(parsePosition(positionText(position))).toEqual(position);
  }
  const others = ['', '17', '0-0:n.1', '0-0.-2:n.1', '0-0.0:n.-1', '0-0.0:a b.1', `0-0.0:${'n'.repeat(65)}.1`, '0-0.0:n.1\n', '0-0.0:n.1:'];
  for (const text of others) {
    expect(parsePosition(text)).toBeNull();
  }
});
