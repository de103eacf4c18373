import { ActorsPage } from '../actors/actors-page.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';
import { TypesPage } from '../types/types-page.tsx';
import { Empty } from './notice.tsx';
import { HOME, Link, location } from './router.ts';
import { useTitle } from './use-title.ts';

/** The view that the path names. */
export function Routes() {
  const { path } = location.value;
  if (path === HOME) return <OverviewPage />;
  if (path === `${HOME}/actors`) return <ActorsPage />;
  if (path === `${HOME}/types`) return <TypesPage />;
  return <NoSuchPage path={path} />;
}

function NoSuchPage({ path }: { path: string }) {
  useTitle('No such page');
  return (
    <>
      <h1 class="visually-hidden">No such page</h1>
      <Empty title="There is no such page">
        <p>
          <code>{path}</code> names none. <Link href={HOME}>To the overview</Link>
        </p>
      </Empty>
    </>
  );
}
