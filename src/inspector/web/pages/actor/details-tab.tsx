import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import type { Loaded } from '../../data/use-data.ts';
import { Empty, ErrorNotice, Loading } from '../../kit/notice.tsx';
import { SectionsView } from '../sections/sections-view.tsx';

/** Shows the sections of details that the actor's type declares. */
export function DetailsTab({ details: { data, error, reload } }: { details: Loaded<ActorDetails> }) {
  if (data === null) {
    return error === null ? (
      <Loading what="Reading" />
    ) : (
      <ErrorNotice error={error} what="The details could not be read" onRetry={reload} />
    );
  }
  if (data.sections.length > 0) return <SectionsView details={data} />;
  return (
    <Empty title="No details">
      <p>Actors of this type have no details beyond their record, which is under "Now".</p>
    </Empty>
  );
}
