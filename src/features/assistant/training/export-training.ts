import type { Log } from '../../../platform/log/log.ts';
import type { RecordStore } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import { createMaskPrivate } from '../../../values/mask-private.ts';
import { pagesOf } from '../../../values/pages-of.ts';
import { TRAINING_CANDIDATES, type TrainingCandidate } from './training-candidate.ts';

const PAGE = 100;

/**
 * Streams all approved training candidates (users' feedback on answers), oldest first, one per line, as JSON in the chat format. It reads
 * them as fast as the client receives them. When not all of them can be read, the stream fails, because a normal end would look like a
 * complete export.
 */
export type ExportTraining = (closing: AbortSignal) => ReadableStream<Uint8Array>;

export function createExportTraining(deps: { readonly records: RecordStore; readonly clock: Clock; readonly log: Log }): ExportTraining {
  const { clock, log } = deps;
  const candidates = deps.records.collection<TrainingCandidate>(TRAINING_CANDIDATES);

  async function* chunks(): AsyncGenerator<string> {
    const sort = { field: 'createdAtMs', order: 'ascending' } as const;
    const pages = pagesOf((after) => candidates.find({ where: { status: 'approved' }, sort, limit: PAGE, ...after }));
    for await (const { rows } of pages) {
      const lines = rows.filter(({ expiresAtMs }) => expiresAtMs > clock.now()).map((row) => `${JSON.stringify(trainingExample(row))}\n`);
      // Bun does not call `pull` again after a `pull` that has delivered nothing, and an empty chunk would end the reply, so empty pages
      // are skipped.
      if (lines.length > 0) yield lines.join('');
    }
  }

  return (closing) => {
    const encoder = new TextEncoder();
    const made = chunks();
    return new ReadableStream({
      async pull(controller) {
        try {
          if (closing.aborted) throw new RetryableError({ code: 'draining', message: 'This node is shutting down.' });
          const { value, done } = await made.next();
          if (done === true) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log.warn('Export of training data interrupted', { error });
          controller.error(error);
        }
      },
      async cancel() {
        await made.return(undefined);
      },
    });
  };
}

type ChatMessage = { readonly role: 'user' | 'assistant'; readonly content: string };

/** Builds a training example in the chat format, without addresses, hashes, names of wallets and e-mail addresses. */
export function trainingExample({
  message,
  answer,
  correction,
  replacement,
}: Pick<TrainingCandidate, 'message' | 'answer' | 'correction' | 'replacement'>): { readonly messages: readonly ChatMessage[] } {
  const mask = createMaskPrivate();
  return {
    messages: [
      { role: 'user', content: mask(message) },
      { role: 'assistant', content: mask(replacement ?? correction ?? answer) },
    ],
  };
}
