import { HOME, Link, location, OFFLINE, TREASURY } from '../data/router.ts';
import { Empty } from '../kit/notice.tsx';
import { useTitle } from '../kit/use-title.ts';
import { ActorPage } from '../pages/actor/actor-page.tsx';
import { ActorsPage } from '../pages/actors/actors-page.tsx';
import { OfflinePage } from '../pages/history/offline-page.tsx';
import { OverviewPage } from '../pages/overview/overview-page.tsx';
import { TreasuryPage } from '../pages/treasury/treasury-page.tsx';
import { TypesPage } from '../pages/types/types-page.tsx';

/** Renders the view that belongs to the path of the current URL. */
export function Routes() {
  const { path } = location.value;
  if (path === HOME) return <OverviewPage />;
  if (path === `${HOME}/actors`) return <ActorsPage />;
  if (path === `${HOME}/types`) return <TypesPage />;
  if (path === TREASURY) return <TreasuryPage />;
  if (path === OFFLINE) return <OfflinePage />;
  const id = actorIdOf(path);
  if (id !== null) return <ActorPage key={id} id={id} />;
  return <NoSuchPage path={path} />;
}

/** Returns the actor's id in the path `/inspector/actors/<encoded id>`; null for other paths and for an invalid encoding. */
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
      <Empty title="Page not found">
        <p>
          <code>{path}</code> is not a page of the inspector. <Link href={HOME}>To the overview</Link>
        </p>
      </Empty>
    </>
  );
}
