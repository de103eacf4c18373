import type { ImportCheck, ImportOutcome } from '../../runtime/operator/import-actors.ts';
import type { ActorOperations } from './actor-operations.ts';

export type ImportSummary = {
  readonly counts: Readonly<Record<ImportOutcome, number>>;
  /** The first records that the import rejected: for each, the number of its line, its id, and the error. */
  readonly troubles: readonly { readonly line: number; readonly id: string; readonly code: string; readonly message: string }[];
};

export type ImportLinesOptions = {
  readonly replace: boolean;
  readonly apply: boolean;
  readonly mostTroubles: number;
  readonly onDone: (records: number) => void;
};

/** Maximum number of records in one import request. */
const TOGETHER = 100;
/** Maximum number of characters of the records in one import request, because a node accepts only bodies of a limited size. */
const MOST_CHARACTERS = 4_000_000;

type Line = { readonly line: number; readonly record: unknown };

/** Imports actor records from lines of JSON, in groups of several lines. An invalid line does not stop the import of the other lines. */
export async function importLines(
  lines: AsyncIterable<string>,
  actors: Pick<ActorOperations, 'import'>,
  { replace, apply, mostTroubles, onDone }: ImportLinesOptions,
): Promise<ImportSummary> {
  const counts = { create: 0, replace: 0, same: 0, exists: 0, refuse: 0 };
  const troubles: ImportSummary['troubles'][number][] = [];
  let waiting: Line[] = [];
  let characters = 0;
  let line = 0;

  function count(at: number, { id, outcome, error }: ImportCheck): void {
    counts[outcome] += 1;
    if (outcome !== 'refuse' && outcome !== 'exists') return;
    const { code, message } = error ?? { code: 'actor-exists', message: 'An actor with this id already exists.' };
    if (troubles.length < mostTroubles) troubles.push({ line: at, id, code, message });
  }

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const some = waiting;
    waiting = [];
    characters = 0;
    const findings = await actors.import(
      some.map(({ record }) => record),
      { replace, apply },
    );
    for (const [index, finding] of findings.entries()) count(some[index]?.line ?? 0, finding);
    onDone(some.length);
  }

  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    if (waiting.length >= TOGETHER || characters + text.length > MOST_CHARACTERS) await flush();
    try {
      waiting.push({ line, record: JSON.parse(text) });
      characters += text.length;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      count(line, { id: '', outcome: 'refuse', error: { code: 'not-json', message: `This line is not JSON: ${why}` } });
    }
  }
  await flush();
  return { counts, troubles };
}
