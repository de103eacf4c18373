import { formatNumber } from '../../kit/format.ts';
import { recordedAs } from './act-words.ts';
import type { BULK_ACTS } from './bulk-words.ts';

type BulkNoticeProps = {
  readonly words: Pick<(typeof BULK_ACTS)[number], 'does' | 'cannot'>;
  readonly operator: string | null;
  /** Maximum number of actors that the bulk action affects, as the user typed it. */
  readonly limit: string;
};

/** Describes what a bulk action does to each actor, and what cannot be undone. */
export function BulkNotice({ words, operator, limit }: BulkNoticeProps) {
  return (
    <div class="bulk-panel-words">
      <p>{words.does}</p>
      <p>
        <strong>Cannot be undone:</strong> {words.cannot}
      </p>
      <p>
        A rehearsal only shows what would be done. It changes nothing. {recordedAs(operator, 'the history of each')}
        {limit.trim() !== '' && ` At most the oldest ${formatNumber(Number(limit))} are examined.`}
      </p>
    </div>
  );
}
