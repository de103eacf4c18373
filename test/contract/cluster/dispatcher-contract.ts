import { describe, expect, test } from 'bun:test';
import type { Dispatcher, OnTickJob, TickJob } from '../../../src/platform/cluster/dispatcher.ts';
import { waitFor } from '../../support/wait-for.ts';
import { duringMinute, EVERY_MS, MINUTE } from './cluster-time.ts';

export type NodeSettings = { onJob: OnTickJob; now: () => number };

/** A cluster of nodes that share the dispatched ticks. Disposing of it stops all nodes. */
export type Cluster = AsyncDisposable & { node(settings: NodeSettings): Dispatcher };

/** Tests those invariants of the `Dispatcher` port that also hold for a single node. Each test gets a new cluster. */
export function dispatcherContract(name: string, open: () => Promise<Cluster>): void {
  describe(`the ${name} dispatcher`, () => {
    test('runs every job of every group, and reports how late it was', async () => {
      await using cluster = await open();
      const ran: TickJob[] = [];
      const node = cluster.node({ onJob: async (job) => void ran.push(job), now: duringMinute });
      const jobs = [0, 1, 2, 3].map((group) => ({ group, minute: MINUTE }));
      for (const job of jobs) await node.dispatch(job);
      await node.dispatch({ type: 'order', group: 0, minute: MINUTE });
      await waitFor(async () => (await node.stats()).done === 5, { what: 'all jobs to be done' });
      expect(ran.filter(({ type }) => type === undefined).sort((a, b) => a.group - b.group)).toEqual(jobs);
      expect(ran).toContainEqual({ type: 'order', group: 0, minute: MINUTE });
      expect(await node.stats()).toMatchObject({ isHealthy: true, waiting: 0, active: 0, failed: 0, superseded: 0, lagMs: 10_000 });
    });

    test('adding the same job twice runs it once, and the next minute is another job', async () => {
      await using cluster = await open();
      const ran: number[] = [];
      let nowMs = duringMinute();
      const node = cluster.node({ onJob: async ({ minute }) => void ran.push(minute), now: () => nowMs });
      await node.dispatch({ group: 0, minute: MINUTE });
      await waitFor(() => ran.length === 1, { what: 'the first job' });
      await node.dispatch({ group: 0, minute: MINUTE });
      nowMs += EVERY_MS;
      await node.dispatch({ group: 0, minute: MINUTE + 1 });
      await waitFor(() => ran.length > 1, { what: 'the next job' });
      expect(ran).toEqual([MINUTE, MINUTE + 1]);
    });

    test('different groups run at the same time, and jobs of one group one after another', async () => {
      await using cluster = await open();
      const gate = Promise.withResolvers<void>();
      const begun: string[] = [];
      let inGroup0 = 0;
      let mostInGroup0 = 0;
      const node = cluster.node({
        async onJob({ group, minute }) {
          begun.push(`${group}/${minute - MINUTE}`);
          if (group === 0) mostInGroup0 = Math.max(mostInGroup0, ++inGroup0);
          await gate.promise;
          if (group === 0) inGroup0 -= 1;
        },
        now: duringMinute,
      });
      await node.dispatch({ group: 0, minute: MINUTE });
      await waitFor(() => begun.length === 1, { what: 'the first job to begin' });
      await node.dispatch({ group: 0, minute: MINUTE + 1 });
      await node.dispatch({ group: 1, minute: MINUTE });
      await waitFor(() => begun.length === 2, { what: 'the other group to begin' });
      expect(begun).toEqual(['0/0', '1/0']);
      expect(await node.stats()).toMatchObject({ active: 2, waiting: 1 });
      gate.resolve();
      await waitFor(async () => (await node.stats()).done === 3, { what: 'all to be done' });
      expect(mostInGroup0).toBe(1);
    });

    test('a job that was not begun within its minute is not run', async () => {
      await using cluster = await open();
      const gate = Promise.withResolvers<void>();
      const ran: number[] = [];
      let nowMs = duringMinute();
      const node = cluster.node({
        async onJob({ minute }) {
          ran.push(minute - MINUTE);
          await gate.promise;
        },
        now: () => nowMs,
      });
      await node.dispatch({ group: 0, minute: MINUTE });
      await waitFor(() => ran.length === 1, { what: 'the slow job to begin' });
      nowMs += EVERY_MS;
      await node.dispatch({ group: 0, minute: MINUTE + 1 });
      nowMs += EVERY_MS;
      await node.dispatch({ group: 0, minute: MINUTE });
      await node.dispatch({ group: 0, minute: MINUTE + 1 });
      await node.dispatch({ group: 0, minute: MINUTE + 2 });
      gate.resolve();
      await waitFor(async () => (await node.stats()).done === 2, { what: 'the newest job to be done' });
      expect(ran).toEqual([0, 2]);
    });

    test('a handler that throws harms no other job', async () => {
      await using cluster = await open();
      const ran = new Set<number>();
      const node = cluster.node({
        async onJob({ group }) {
          ran.add(group);
          if (group === 0) throw new Error('this tick cannot be made');
        },
        now: duringMinute,
      });
      await node.dispatch({ group: 0, minute: MINUTE });
      await node.dispatch({ group: 1, minute: MINUTE });
      await waitFor(async () => ran.size === 2 && (await node.stats()).failed > 0, { what: 'both jobs' });
      expect(await node.stats()).toMatchObject({ done: 1, active: 0 });
    });

    test('a drain takes no more jobs and waits for those that run', async () => {
      await using cluster = await open();
      const gate = Promise.withResolvers<void>();
      const ran: string[] = [];
      const node = cluster.node({
        async onJob({ group, minute }) {
          ran.push(`began ${group}/${minute - MINUTE}`);
          await gate.promise;
          ran.push(`ended ${group}/${minute - MINUTE}`);
        },
        now: duringMinute,
      });
      await node.dispatch({ group: 0, minute: MINUTE });
      await waitFor(() => ran.length === 1, { what: 'the job to begin' });
      await node.dispatch({ group: 0, minute: MINUTE + 1 });
      let isDrained = false;
      const drained = node.drain().then(() => {
        isDrained = true;
      });
      await node.dispatch({ group: 1, minute: MINUTE });
      expect(await node.stats()).toMatchObject({ active: 1 });
      expect(isDrained).toBe(false);
      gate.resolve();
      await drained;
      await node.drain();
      expect(ran).toEqual(['began 0/0', 'ended 0/0']);
    });
  });
}
