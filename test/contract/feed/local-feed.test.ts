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

test('after a restart everything since is shown, and that something may be missing', async () => {
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

test('a position is one line of text, and other texts are none', () => {
  for (const position of [
    { node: 'node-0a', index: 0, stream: { entry: '0-0', at: -1 } },
    { node: 'node-0a', index: 17, stream: { entry: '1700000000000-3', at: 49 } },
  ]) {
    expect(parsePosition(positionText(position))).toEqual(position);
  }
  for (const text of [
    '',
    '17',
    'node:1:2:3',
    'node:1:0-0:-2',
    'node:-1:0-0:0',
    'a b:1:0-0:0',
    `${'n'.repeat(65)}:1:0-0:0`,
    'n:1:0-0:0\n',
  ]) {
    expect(parsePosition(text)).toBeNull();
  }
});
