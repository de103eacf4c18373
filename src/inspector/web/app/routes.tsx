import { ActorPage } from '../actor/actor-page.tsx';
import { ActorsPage } from '../actors/actors-page.tsx';
import { OfflinePage } from '../history/offline-page.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';
import { TypesPage } from '../types/types-page.tsx';
import { Empty } from './notice.tsx';
import { HOME, Link, location, OFFLINE } from './router.ts';
import { useTitle } from './use-title.ts';

/** The view that the path names. */
export function Routes() {
  const { path } = location.value;
  if (path === HOME) return <OverviewPage />;
  if (path === `${HOME}/actors`) return <ActorsPage />;
  if (path === `${HOME}/types`) return <TypesPage />;
  if (path === OFFLINE) return <OfflinePage />;
  const id = actorIdOf(path);
  if (id !== null) return <ActorPage key={id} id={id} />;
  return <NoSuchPage path={path} />;
}

/** Of `/inspector/actors/<id, encoded>`; null for another path, and for one that nobody encoded. */
function actorIdOf(path: string): string | null {
  const prefix = `${HOME}/actors/`;
  if (!path.startsWith(prefix)) return null;
  try {
    const id = decodeURIComponent(path.slice(prefix.length));
    return id.includes('/') ? id : null;
  } catch {
    return null;
  }
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
