import './record-panel.css';
import type { ActorRecord } from '../../data/actor-record.ts';
import { Panel } from '../../kit/panel.tsx';
import type { Units } from '../record/describe-value.ts';
import { Disclosure } from '../record/disclosure.tsx';
import { JsonTree } from '../record/json-tree.tsx';
import { OutboxPanel } from '../record/outbox-panel.tsx';
import { RawJson } from '../record/raw-json.tsx';

/** Shows an actor's record at a revision. */
export function RecordPanel({ record, units }: { record: ActorRecord; units: Units }) {
  return (
    <>
      <Panel title={`Context at revision ${record.revision}`}>
        <JsonTree value={record.snapshot.context} units={units} label={`context at revision ${record.revision}`} />
        <div class="record-panel-raw">
          <Disclosure summary="The whole record as JSON">{() => <RawJson value={record} />}</Disclosure>
        </div>
      </Panel>
      {record.outbox.length > 0 && <OutboxPanel outbox={record.outbox} />}
    </>
  );
}
