import { expect, test } from 'bun:test';
import { createFollowVaults } from '../../../src/features/dca/follow-vaults.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import type { Hash } from '../../../src/values/hash.ts';
import { asHash } from '../../support/branded.ts';

type Report = { readonly head: { readonly number: number; readonly hash: Hash } | null; readonly isCaughtUp: boolean };

const at = (number: number): Report => ({ head: { number, hash: asHash(`0x${number}`) }, isCaughtUp: true });
const behind: Report = { head: null, isCaughtUp: false };
const none: Report = { head: null, isCaughtUp: true };

function following(
  orders: Report | Error | null,
  agents: Report | Error,
  watch: () => Promise<void> = async () => {},
  others: readonly (Report | Error | null)[] = [],
): Promise<Report> {
  const gives = (answer: Report | Error | null) => async () => {
    if (answer === null) throw new Error('There is no such vault');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const hasOrders = async () => orders !== null;
  return createFollowVaults({
    ...{ hasOrders, followVault: gives(orders), followAgents: gives(agents), watchForks: watch, log: silentLog },
    parts: others.map((other, i) => ({ name: `part ${i}`, isFollowed: async () => other !== null, follow: gives(other) })),
  })(1);
}

test('a head counts as read once both vaults were read up to it', async () => {
  expect(await following(at(7), at(7))).toEqual(at(7));
  // One vault was read up to block 8 and the other only up to block 7. So block 7 is the newest block that counts as read.
  expect(await following(at(8), at(7))).toEqual(at(7));
  expect(await following(at(7), at(8))).toEqual(at(7));
  expect(await following(at(7), behind)).toEqual(behind);
  expect(await following(behind, at(7))).toEqual(behind);
  expect(await following(none, at(7))).toEqual(none);
});

test('on a chain with only one of the vaults, a head counts as read once that vault was read up to it', async () => {
  expect(await following(at(7), none)).toEqual(at(7));
  expect(await following(null, at(7))).toEqual(at(7));
  expect(await following(null, behind)).toEqual(behind);
  await expect(following(null, new Error('no chain'))).rejects.toThrow('no chain');
});

test("Autopilot's part does not hold up DCA's; DCA's failure is the follower's", async () => {
  expect(await following(at(7), new Error('no logs'))).toEqual(none);
  await expect(following(new Error('no chain'), at(7))).rejects.toThrow('no chain');
});

test('a failed check for forks delays neither vault, and the head stays unread', async () => {
  const fails = () => Promise.reject(new Error('The node is away'));
  expect(await following(at(7), at(7), fails)).toEqual({ head: null, isCaughtUp: true });
});

test('other contracts of the chain are read as well; one that fails or is not there delays nothing', async () => {
  const quiet = async () => {};
  expect(await following(at(7), at(7), quiet, [at(7), null])).toEqual(at(7));
  expect(await following(at(8), at(8), quiet, [at(7)])).toEqual(at(7));
  expect(await following(at(7), at(7), quiet, [behind])).toEqual(behind);
  expect(await following(at(7), at(7), quiet, [new Error('no logs'), at(7)])).toEqual(none);
  await expect(following(new Error('no chain'), at(7), quiet, [at(7)])).rejects.toThrow('no chain');
});
