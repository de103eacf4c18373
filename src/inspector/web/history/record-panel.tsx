import './record-panel.css';
import type { Units } from '../actor/describe-value.ts';
import { Disclosure } from '../actor/disclosure.tsx';
import { JsonTree } from '../actor/json-tree.tsx';
import { OutboxPanel } from '../actor/outbox-panel.tsx';
import { RawJson } from '../actor/raw-json.tsx';
import type { ActorRecord } from '../app/actor-record.ts';
import { Panel } from '../app/panel.tsx';

/** An actor's record as it was at a revision. */
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
