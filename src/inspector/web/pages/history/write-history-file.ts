import type { HistoryEntry } from '../../data/actor-record.ts';
import type { HistorySource } from './history-source.ts';

export const FORMAT = 'coxswain-history';
export const FORMAT_VERSION = 1;

export type FilePart = { readonly text: string; readonly done: number; readonly total: number };

/**
 * Yields the text of a JSON file with an actor's whole history, page by page, newest revision first.
 * @param pageLength the number of history entries per request
 */
export async function* writeHistoryFile(source: HistorySource, options: { nowMs: number; pageLength: number }): AsyncGenerator<FilePart> {
  const { id, type, units, newest, oldest } = source;
  const total = newest - oldest + 1;
  const head = { format: FORMAT, formatVersion: FORMAT_VERSION, exportedAtMs: options.nowMs, id, type, units };
  yield { text: `${JSON.stringify(head).slice(0, -1)},"entries":[`, done: 0, total };
  let isFirst = true;
  let before = newest + 1;
  while (before > oldest) {
    const entries: readonly HistoryEntry[] = await source.page(before, options.pageLength);
    const last = entries.at(-1);
    // An empty page means that the service has no older revisions any more.
    if (last === undefined || last.revision >= before) break;
    before = last.revision;
    const text = entries.map((entry) => JSON.stringify(entry)).join(',\n');
    yield { text: isFirst ? text : `,\n${text}`, done: newest - before + 1, total };
    isFirst = false;
  }
  yield { text: ']}\n', done: total, total };
}

/** Returns the name of the history file. It contains only letters and digits that every file system accepts. */
export function historyFileName(id: string, revision: number): string {
  return `${id.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 80)}-history-to-${revision}.json`;
}
