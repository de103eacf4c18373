import './types-page.css';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { Overview } from '../../../../values/inspection/overview.ts';
import type { TypeFigures } from '../../../../values/inspection/type-figures.ts';
import { useData } from '../../data/use-data.ts';
import { useLiveReload } from '../../data/use-live-reload.ts';
import { Empty, ErrorNotice, Loading } from '../../kit/notice.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { FigurePanel } from './figure-panel.tsx';
import { TypeCard } from './type-card.tsx';

/** Interval in milliseconds at which the page reads counts and pauses, which change rarely. */
const RELOAD_EVERY_MS = 10_000;

/**
 * Shows figures of the node's actor types, and lists the types with their charts, events and effects. Each type has a button that pauses
 * it.
 */
export function TypesPage() {
  useTitle('Types');
  const { data: types, error, reload } = useData<readonly ActorTypeInfo[]>('/api/operator/types');
  const overview = useData<Overview>('/api/operator/overview');
  const figures = useData<TypeFigures>('/api/operator/types/figures');
  useLiveReload({ kind: 'tick' }, overview.reload, RELOAD_EVERY_MS);
  useLiveReload({ kind: 'effect-ended' }, figures.reload);
  const countOf = (type: string) => overview.data?.types.find((each) => each.type === type)?.total ?? 0;
  return (
    <div class="types-page">
      <h1>Types</h1>
      {error !== null && <ErrorNotice error={error} what="The types could not be read" onRetry={reload} />}
      <FigurePanel data={figures.data} error={figures.error} reload={figures.reload} />
      {types === null && error === null && <Loading what="Reading" />}
      {types?.length === 0 && <Empty title="This node runs no actor type" />}
      {[...(types ?? [])]
        .sort((a, b) => countOf(b.type) - countOf(a.type))
        .map((info) => (
          <TypeCard
            key={info.type}
            info={info}
            count={overview.data === null ? null : countOf(info.type)}
            work={figures.data?.types.find(({ type }) => type === info.type)?.byEffect ?? []}
            onChange={reload}
          />
        ))}
    </div>
  );
}
