import { expect, test } from 'bun:test';
import type { StoredMessage } from '../../../src/features/assistant/chat-message.ts';
import { createFeedback } from '../../../src/features/assistant/training/create-feedback.ts';
import { createTraining } from '../../../src/features/assistant/training/create-training.ts';
import { createExportTraining } from '../../../src/features/assistant/training/export-training.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import type { RecordStore, Stored } from '../../../src/platform/store/record-store.ts';
import { ALICE } from '../../unit/features/assistant/chat-bench.ts';

const [HOUR, START] = [3_600_000, Date.now()];

/** Tests feedback and its review on a store: every filter, concurrent changes, and the deletion. */
export function trainingContract(name: string, open: () => Promise<{ readonly store: RecordStore } & AsyncDisposable>): void {
  test(`feedback is kept, filtered, reviewed and deleted in ${name}`, async () => {
    await using opened = await open();
    const clock = { now: () => START };
    const records = opened.store;
    const feedback = createFeedback({
      ...{ records, clock },
      read: async (chatId) => ({ chatId, wallet: ALICE, state: 'idle' }) as never,
      messages: { find: async (id) => messageOf(id) },
    });
    const audited: string[] = [];
    const audit = {
      async record<Made>({ subject }: { readonly subject: string }, change: () => Promise<Made>) {
        audited.push(subject);
        return await change();
      },
    };
    const training = createTraining({ records, audit, clock });
    const rate = (id: string, rating: 'up' | 'down', correction: string | null = null) =>
      feedback.submit({ messageId: id, wallet: ALICE, rating, correction });
    const listed = async (filter: Parameters<typeof training.list>[0]) =>
      (await training.list(filter, { limit: 10 })).candidates.map(({ _id }) => _id).toSorted();
    const [a, b, c] = ['one.1.bot', 'one.2.bot', 'two.1.bot'] as const;
    await Promise.all([rate(a, 'up'), rate(b, 'down'), rate(c, 'up')]);
    const admin = { by: ALICE, via: 'admin' } as const;
    await training.review(admin, { id: a, revision: 1 }, { status: 'approved' });
    await training.review(admin, { id: b }, { status: 'rejected' });

    expect(await listed({})).toEqual([a, b, c]);
    expect(await listed({ status: 'pending' })).toEqual([c]);
    expect(await listed({ rating: 'up' })).toEqual([a, c]);
    expect(await listed({ intent: 'quotes' })).toEqual([a, b, c]);
    expect(await listed({ status: 'rejected', rating: 'down' })).toEqual([b]);
    expect(await listed({ status: 'approved', intent: 'quotes' })).toEqual([a]);
    expect(await listed({ rating: 'up', intent: 'quotes' })).toEqual([a, c]);
    expect(await listed({ status: 'approved', rating: 'up', intent: 'quotes' })).toEqual([a]);
    expect(await training.counts()).toEqual({ pending: 1, approved: 1, rejected: 1, total: 3 });
    expect(await new Response(createExportTraining({ records, clock, log: silentLog })(new AbortController().signal)).text()).toBe(
      '{"messages":[{"role":"user","content":"text"},{"role":"assistant","content":"text"}]}\n',
    );

    // Of changes at the same time, each is kept or replaced whole, and the revision counts all of them.
    await Promise.all(Array.from({ length: 8 }, (_, n) => rate(c, 'down', `c${n}`)));
    expect(await training.find(c)).toMatchObject({ rev: 9, rating: 'down', correction: expect.stringMatching(/^c\d$/) });
    await expect(training.review(admin, { id: c, revision: 1 }, { status: 'approved' })).rejects.toMatchObject({
      code: 'training-changed',
    });
    expect(audited).toEqual([a, b, c]);
    expect(await feedback.removeAll('one')).toBe(2);
    expect(await listed({})).toEqual([c]);
  });
}

function messageOf(id: string): Stored<StoredMessage> {
  const [session = '', turn = '', senderType = ''] = id.split('.');
  return {
    ...{ _id: id, rev: 1, session, wallet: ALICE, turn: Number(turn), position: 1, text: 'text', action: 'quotes', pending: null },
    ...{ senderType: senderType === 'bot' ? 'bot' : 'user', data: { understood: { intent: 'quotes' } } },
    ...{ createdAtMs: START, expiresAtMs: START + HOUR },
  };
}
