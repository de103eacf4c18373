import './compare-panel.css';
import { useMemo } from 'preact/hooks';
import type { Change } from '../../../../values/json-diff/json-changes.ts';
import type { HistoryEntry } from '../../data/actor-record.ts';
import { Button } from '../../kit/button.tsx';
import { formatNumber } from '../../kit/format.ts';
import { Loading } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import { recordChanges } from '../changes/record-changes.ts';
import type { Units } from '../record/describe-value.ts';
import type { Found } from './revision-cache.ts';
import type { Travel } from './use-travel.ts';

type ComparePanelProps = {
  readonly travel: Travel;
  readonly oldest: number;
  readonly newest: number;
  readonly entry: HistoryEntry;
  /** The history entry with which the shown revision is compared. */
  readonly other: Found;
  readonly units: Units;
};

const NOTHING: readonly Change[] = [];

/** Shows the differences between two revisions of an actor: the shown one, and the previous one or any other. */
export function ComparePanel({ travel, oldest, newest, entry, other, units }: ComparePanelProps) {
  const { at, comparedWith, compareWith, swap } = travel;
  const base = comparedWith ?? at - 1;
  // Differences are shown from the older revision to the newer one.
  const [older, newer] = base > at ? [entry, other] : [other, entry];
  const changes = useMemo(() => (older && newer ? recordChanges(older.record, newer.record) : NOTHING), [older, newer]);
  const title = comparedWith === null ? 'What this revision changed' : `From revision ${Math.min(base, at)} to ${Math.max(base, at)}`;
  return (
    <Panel
      title={title}
      class="compare-panel"
      actions={
        comparedWith !== null && (
          <Button look="quiet" onClick={() => compareWith(null)}>
            Stop comparing
          </Button>
        )
      }
    >
      <div class="compare-panel-choice">
        <label>
          Compare with revision{' '}
          <input
            type="number"
            class="number"
            min={oldest}
            max={newest}
            value={base < oldest ? '' : base}
            onChange={({ currentTarget }) => compareWith(currentTarget.value === '' ? null : currentTarget.valueAsNumber)}
          />
        </label>
        <Button look="quiet" onClick={() => compareWith(newest)} disabled={base === newest || at === newest}>
          the newest
        </Button>
        <Button look="quiet" onClick={() => compareWith(oldest)} disabled={base === oldest || at === oldest}>
          the oldest
        </Button>
        <Button
          look="quiet"
          onClick={() => compareWith(at)}
          title="Keep this revision, then choose another one to compare with it (c)"
          disabled={base === at}
        >
          hold {formatNumber(at)}
        </Button>
        {comparedWith !== null && comparedWith !== at && (
          <Button look="quiet" onClick={swap}>
            swap
          </Button>
        )}
      </div>
      {base === at ? (
        <p class="compare-panel-hint">
          Revision {formatNumber(at)} is kept for comparison. Choose another revision to see the differences.
        </p>
      ) : (
        <Differences other={base < oldest ? null : other} isFirst={base < 1} changes={changes} units={units} />
      )}
    </Panel>
  );
}

function Differences({ other, isFirst, changes, units }: { other: Found; isFirst: boolean; changes: readonly Change[]; units: Units }) {
  if (other === undefined) return <Loading what="Loading the other revision" />;
  if (other !== null)
    return <ChangeList changes={changes} units={units} none="Nothing important changed, only internal counters and times." />;
  return (
    <p class="compare-panel-hint">
      {isFirst
        ? 'The actor was created in this revision; there is no earlier one.'
        : 'The other revision is not stored, or was deleted after the retention period.'}
    </p>
  );
}
