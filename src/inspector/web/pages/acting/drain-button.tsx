import { useState } from 'preact/hooks';
import { postData } from '../../data/api.ts';
import { canAct } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { ActDialog } from './act-dialog.tsx';

type DrainButtonProps = {
  readonly nodeId: string;
  /**
   * Whether the node is the one that sent this page to the browser. A node can be drained only from a page that the node itself has sent.
   */
  readonly isThis: boolean;
  readonly isDraining: boolean;
  /** Whether the cluster has other nodes. */
  readonly hasOthers: boolean;
  readonly onDone: () => void;
};

/** A button that drains the node that sent this page: the node finishes its running work and accepts no new work. */
export function DrainButton({ nodeId, isThis, isDraining, hasOthers, onDone }: DrainButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!canAct() || isDraining) return null;
  if (!isThis)
    return <span title="A node can only be drained in its own inspector. Open the inspector of that node.">drain it on its own page</span>;
  const others = hasOthers
    ? 'At the next tick (usually within a minute), the other nodes take over the actors of this node.'
    : 'This is the only node. Until another one starts, no actor acts, and requests to actors are answered with 503.';
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
            does: `${nodeId} accepts no more ticks, effects and requests to actors, and finishes the running ones. Its process can then be stopped without loss. ${others}`,
            cannot: 'A drained node works again only after a restart.',
            recordedIn: "the log of operators' actions",
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
