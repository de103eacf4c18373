import './shell.css';
import { useState } from 'preact/hooks';
import { actorsHref, HOME, Link, location, navigate, OFFLINE, TREASURY } from '../data/router.ts';
import { loadSession, type SessionInfo, session } from '../data/session.ts';
import { Announcer } from '../kit/announce.tsx';
import { zoneName } from '../kit/format.ts';
import { EVERYWHERE, useKeys } from '../kit/keys.ts';
import { ErrorNotice, Loading } from '../kit/notice.tsx';
import { nextTheme } from '../kit/theme.ts';
import { Header } from './header.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { OutageBanner } from './outage-banner.tsx';
import { Routes } from './routes.tsx';
import { SignIn } from './sign-in.tsx';

/** Renders the frame around every view, or the sign-in form when nobody is signed in. */
export function Shell() {
  return (
    <>
      <Inside />
      <Announcer />
    </>
  );
}

function Inside() {
  const current = session.value;
  if (current.state === 'signed-in') return <Frame info={current.info} />;
  if (location.value.path === OFFLINE) {
    return (
      <main class="shell-main" tabIndex={-1}>
        <p>
          <Link href={HOME}>To the overview</Link>
        </p>
        <Routes />
      </main>
    );
  }
  if (current.state === 'signed-out') return <SignIn wasSignedIn={current.wasSignedIn} linkError={current.error ?? null} />;
  return (
    <main class="shell-main" tabIndex={-1}>
      {current.state === 'loading' ? (
        <Loading what="Connecting to the node" />
      ) : (
        <ErrorNotice error={current.error} what="The inspector could not start" onRetry={() => loadSession()} />
      )}
    </main>
  );
}

function Frame({ info }: { info: SessionInfo }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys(
    {
      '?': { does: () => setHelpOpen(true), what: 'Show these keys' },
      'g o': { does: () => navigate(HOME), what: 'Go to the overview' },
      'g a': { does: () => navigate(actorsHref()), what: 'Go to the actors' },
      'g t': { does: () => navigate(`${HOME}/types`), what: 'Go to the types' },
      'g m': { does: () => navigate(TREASURY), what: 'Go to the treasury (money)' },
      't t': { does: nextTheme, what: 'Change the colours' },
    },
    EVERYWHERE,
  );
  return (
    <>
      <a class="shell-skip" href="#main">
        Skip to the content
      </a>
      <Header info={info} onHelp={() => setHelpOpen(true)} />
      <OutageBanner />
      <main class="shell-main" id="main" tabIndex={-1}>
        <Routes />
      </main>
      <footer class="shell-foot">All times are in the time zone {zoneName()}.</footer>
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
    </>
  );
}
