import { useState } from 'preact/hooks';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord, HistoryEntry } from '../../data/actor-record.ts';
import { canAct } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

type RestoreButtonProps = {
  readonly entry: HistoryEntry;
  /** The actor's current record in the store. */
  readonly record: ActorRecord;
  readonly type: ActorTypeInfo | null;
};

/** A button beside an earlier revision of an actor. It opens the dialog that restores the actor to that revision. */
export function RestoreButton({ entry, record, type }: RestoreButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isRestorable = type === null || type.isRestorable;
  if (!canAct() || !isRestorable || entry.revision >= record.revision) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Restore to this …</Button>
      {isOpen && (
        <RestoreDialog
          record={record}
          type={type}
          revision={entry.revision}
          // Nothing has to be done after a restore, because the page receives the restored state through the live feed.
          onDone={() => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
