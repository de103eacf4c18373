import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { JsonObject } from '../../values/json.ts';
import type { WalletPage } from './wallet-records.ts';

/**
 * Writes a data export as one JSON object: `{...head, "parts": [{"kind", "of", "rows"}, ...]}`. It reads the data as fast as the client
 * receives it. When the export cannot be completed, the stream fails, because a normal end would look like a complete export.
 */
export function exportStream(
  head: JsonObject,
  pages: AsyncGenerator<WalletPage>,
  deps: { readonly closing: AbortSignal; readonly onError: (error: unknown) => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${JSON.stringify(head).slice(0, -1)},"parts":[`));
    },
    async pull(controller) {
      try {
        if (deps.closing.aborted) throw new RetryableError({ code: 'draining', message: 'This node is shutting down.' });
        const { value, done } = await pages.next();
        controller.enqueue(encoder.encode(done === true ? ']}' : `${isFirst ? '' : ','}${JSON.stringify(value)}`));
        isFirst = false;
        if (done === true) controller.close();
      } catch (error) {
        deps.onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
}
