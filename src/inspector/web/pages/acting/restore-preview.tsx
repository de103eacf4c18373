import './restore-preview.css';
import { useMemo } from 'preact/hooks';
import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import { useData } from '../../data/use-data.ts';
import { Badge } from '../../kit/badge.tsx';
import { formatState } from '../../kit/format.ts';
import { ChangeList } from '../changes/change-list.tsx';
import { recordChanges } from '../changes/record-changes.ts';
import { NO_UNITS } from '../record/describe-value.ts';
import type { RestorePreviewData } from './ask-preview.ts';

/** Shows how a restore would change the current actor. */
export function RestorePreview({ preview }: { preview: RestorePreviewData }) {
  const { record, current, revision, why, consequences } = preview;
  const { data: details } = useData<ActorDetails>(`/api/operator/actors/${encodeURIComponent(current.id)}/details`);
  const changes = useMemo(() => (record === null ? [] : recordChanges(current, record)), [current, record]);
  if (record === null) {
    return (
      <p class="restore-preview-refused" role="alert">
        The actor cannot be restored to this revision: {why}
      </p>
    );
  }
  const [from, to] = [formatState(current.snapshot.value), formatState(record.snapshot.value)];
  return (
    <section class="restore-preview" aria-label="What changes">
      <h3>
        From revision {current.revision} ({from}) back to revision {revision}: {from === to ? `still ${to}` : to}
      </h3>
      {consequences.length > 0 && (
        <ul class="restore-preview-after" aria-label="Consequences">
          {consequences.map(({ code, isStandstill, sentence }) => (
            <li key={code}>
              <Badge tone={isStandstill ? 'bad' : 'plain'}>{isStandstill ? 'does not act afterwards' : 'afterwards'}</Badge> {sentence}
            </li>
          ))}
        </ul>
      )}
      <div class="restore-preview-changes">
        <ChangeList
          changes={changes}
          units={details ?? NO_UNITS}
          none="Nothing important would change: the actor is already in the same state."
        />
      </div>
    </section>
  );
}
