import { Button } from '../../kit/button.tsx';
import { formatPlural } from '../../kit/format.ts';
import type { BulkStage } from './use-bulk.ts';

type BulkActionsProps = {
  readonly stage: BulkStage;
  /** Number of actors that the bulk action would affect, according to its rehearsal (dry run). */
  readonly affected: number;
  readonly onCancel: () => void;
  readonly onRehearse: () => void;
  readonly onPerform: () => void;
};

/**
 * The buttons of the panel for bulk actions. Depending on the stage, they start the rehearsal (dry run), perform the action or cancel it.
 */
export function BulkActions({ stage, affected, onCancel, onRehearse, onPerform }: BulkActionsProps) {
  if (stage === 'rehearsing' || stage === 'doing') return <Button onClick={onCancel}>Cancel</Button>;
  if (stage === 'rehearsed' && affected > 0) {
    return (
      <Button look="danger" onClick={onPerform}>
        Apply the action to {formatPlural(affected, 'actor')}
      </Button>
    );
  }
  return (
    <Button look="primary" onClick={onRehearse}>
      {stage === 'choosing' ? 'Rehearse' : 'Rehearse again'}
    </Button>
  );
}
