import { useState } from 'preact/hooks';
import { postData } from '../app/api.ts';
import { Button } from '../app/button.tsx';
import { canAct } from '../app/session.ts';
import { ActDialog } from './act-dialog.tsx';

type DrainButtonProps = { readonly nodeId: string; readonly isDraining: boolean; readonly isOnly: boolean; readonly onDone: () => void };

/** Takes a node out of service: it finishes what it has, and takes nothing new. */
export function DrainButton({ nodeId, isDraining, isOnly, onDone }: DrainButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!canAct() || isDraining) return null;
  const others = isOnly
    ? 'It is the only node: until another is started, no actor moves, and clients are answered 503.'
    : 'The other nodes take over its shards with the next tick.';
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)} aria-label={`Drain ${nodeId}`}>
        Drain …
      </Button>
      {isAsking && (
        <ActDialog
          title={`Drain ${nodeId}`}
          verb="Drain it"
          isDangerous
          words={{
            does: `${nodeId} takes no new work, finishes the asks, ticks and effects that run on it, and stays up so that it can be stopped without loss. ${others}`,
            cannot: 'A node that was drained serves again only after it was started anew.',
          }}
          act={async () => {
            await postData('/api/operator/node/drain', { nodeId });
            return `${nodeId} is draining.`;
          }}
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
