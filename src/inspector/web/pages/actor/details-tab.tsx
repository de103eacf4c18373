import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import type { ActorRecord } from '../../data/actor-record.ts';
import type { Loaded } from '../../data/use-data.ts';
import { Empty, ErrorNotice, Loading } from '../../kit/notice.tsx';
import { DomainView } from '../domain/domain-view.tsx';

/** What actors of its kind have to show: an agent its strategies, a position its schedule, a trade its way. */
export function DetailsTab({ details: { data, error, reload }, record }: { details: Loaded<ActorDetails>; record: ActorRecord }) {
  if (data === null) {
    return error === null ? (
      <Loading what="Reading" />
    ) : (
      <ErrorNotice error={error} what="The details could not be read" onRetry={reload} />
    );
  }
  if (data.domain !== null) return <DomainView details={data} record={record} />;
  return (
    <Empty title="Nothing of its own">
      <p>Actors of this type have no view of their own. All that there is stands under Now.</p>
    </Empty>
  );
}
