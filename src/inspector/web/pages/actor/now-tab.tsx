import './now-tab.css';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ActorRecord } from '../../data/actor-record.ts';
import { formatPlural } from '../../kit/format.ts';
import { ErrorNotice } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { NO_UNITS } from '../record/describe-value.ts';
import { Disclosure } from '../record/disclosure.tsx';
import { JsonTree } from '../record/json-tree.tsx';
import { OutboxPanel } from '../record/outbox-panel.tsx';
import { RawJson } from '../record/raw-json.tsx';
import { SectionsView } from '../sections/sections-view.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { NextSteps } from './next-steps.tsx';
import { RelatedPanel } from './related-panel.tsx';
import { TransactionsPanel } from './transactions-panel.tsx';
import type { Actor } from './use-actor.ts';
import type { Shown } from './use-steps.ts';

type NowTabProps = {
  readonly actor: Actor;
  readonly record: ActorRecord;
  readonly shown: Shown;
  /** The panel with the actions that an operator can perform on the actor. */
  readonly acts: ComponentChildren;
};

/** Shows the actor's current state, the reasons why it waits, and its data. */
export function NowTab({ actor, record, shown, acts }: NowTabProps) {
  const { type, why, details, areTypesRead } = actor;
  const units = useMemo(() => details.data ?? NO_UNITS, [details.data]);
  return (
    <div class="now-tab">
      {/* Comes first, so that on a phone it is not below the chart and the context. */}
      <div class="now-tab-acts">{acts}</div>
      <div class="now-tab-main">
        {details.data !== null && details.data.business.length > 0 && (
          <SectionsView details={{ ...details.data, sections: details.data.business }} />
        )}
        <ChartPanel chart={type?.chart ?? null} shown={shown} isUnknown={areTypesRead && type === null} />
        {details.data !== null && <TransactionsPanel transactions={details.data.transactions} />}
        <Panel title="Context" note={formatPlural(Object.keys(record.snapshot.context).length, 'member')}>
          <JsonTree value={record.snapshot.context} units={units} label="context" hasSearch />
        </Panel>
        {details.data?.publicRecord != null && (
          <Panel title="Public record" note="the record as clients of the API see it">
            <JsonTree value={details.data.publicRecord} units={NO_UNITS} label="public record" />
          </Panel>
        )}
        <Panel title="More">
          <div class="now-tab-more">
            {why.data !== null && <Disclosure summary="Possible next events">{() => <NextSteps next={why.data?.next ?? []} />}</Disclosure>}
            <Disclosure summary="The record as JSON">{() => <RawJson value={record} />}</Disclosure>
          </div>
        </Panel>
      </div>
      <div class="now-tab-side">
        <OutboxPanel outbox={record.outbox} />
        {details.data !== null && <RelatedPanel related={details.data.related} />}
        <FactsPanel record={record} />
        {details.error !== null && <ErrorNotice error={details.error} what="The details could not be read" onRetry={details.reload} />}
        {details.data?.missing.map((sentence) => (
          <p key={sentence} class="now-tab-missing">
            {sentence}
          </p>
        ))}
      </div>
    </div>
  );
}
