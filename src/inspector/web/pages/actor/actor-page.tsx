import { actorsHref, location, navigate, withQuery } from '../../data/router.ts';
import { shortenId } from '../../kit/format.ts';
import { useKeys } from '../../kit/keys.ts';
import { Empty, ErrorNotice, Loading } from '../../kit/notice.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { titleOf } from '../../kit/titles.ts';
import { useTitle } from '../../kit/use-title.ts';
import { ActPanel } from '../acting/act-panel.tsx';
import { HistoryTab } from '../history/history-tab.tsx';
import { ActorHeader } from './actor-header.tsx';
import { DetailsTab } from './details-tab.tsx';
import { NowTab } from './now-tab.tsx';
import { useActor } from './use-actor.ts';
import { useSteps } from './use-steps.ts';
import { isActorId, noSuchActor } from './whether-there.ts';
import { WhyPanel } from './why-panel.tsx';

const TABS = [
  { key: 'now', label: 'Now' },
  { key: 'history', label: 'History' },
  { key: 'details', label: 'Details' },
] as const;

/** The page of one actor: why it waits, its statechart, its data and its history. */
export function ActorPage({ id }: { id: string }) {
  useTitle(titleOf(id) ?? shortenId(id));
  if (isActorId(id)) return <OneActor id={id} />;
  return (
    <>
      <ActorHeader id={id} record={null} value={null} type={null} />
      <ErrorNotice error={noSuchActor(id)} what={`${id} could not be read`} />
    </>
  );
}

function OneActor({ id }: { id: string }) {
  const actor = useActor(id);
  const record = actor.record.data?.id === id ? actor.record.data : null;
  const shown = useSteps(id, record, actor.entries.data);
  const asked = location.value.query.get('tab');
  const tab = TABS.find(({ key }) => key === asked)?.key ?? 'now';
  const isOverPast = tab === 'history' && location.value.query.get('at') !== null;
  const open = (key: string) => navigate(withQuery({ tab: key === 'now' ? null : key, at: null, with: null }), { isReplaced: true });
  useKeys({
    1: { does: () => open('now'), what: 'Show the actor as it is now' },
    2: { does: () => open('history'), what: 'The history' },
    3: { does: () => open('details'), what: 'The details' },
    r: { does: actor.reload, what: 'Read the data again' },
    u: { does: () => navigate(actorsHref({ type: id.slice(0, id.indexOf('/')) })), what: 'Go to the actors of its type' },
  });
  return (
    <>
      <ActorHeader id={id} record={record} value={shown.value} type={actor.type} />
      {actor.record.error !== null && <ErrorNotice error={actor.record.error} what={`${id} could not be read`} onRetry={actor.reload} />}
      {record === null && actor.record.error === null && <Loading what="Reading" />}
      {record !== null && (
        <>
          {actor.areTypesRead && actor.type === null ? (
            <Empty title={`This node has no actor type “${record.type}”`}>
              <p>Only a node with this actor type can explain what the actor waits for. The actor's record and history are shown below.</p>
            </Empty>
          ) : (
            <WhyPanel why={actor.why.data} error={actor.why.error} onRetry={actor.why.reload} isOverPast={isOverPast} />
          )}
          <Tabs label="Views of the actor" tabs={TABS} current={tab} onSelect={open}>
            {tab === 'now' && (
              <NowTab
                actor={actor}
                record={record}
                shown={shown}
                acts={<ActPanel record={record} type={actor.type} onDone={actor.reload} />}
              />
            )}
            {tab === 'details' && <DetailsTab details={actor.details} />}
            {tab === 'history' && <HistoryTab id={id} type={actor.type} record={record} />}
          </Tabs>
        </>
      )}
    </>
  );
}
