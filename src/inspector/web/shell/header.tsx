import './header.css';
import { useRef, useState } from 'preact/hooks';
import { asApiError } from '../data/api.ts';
import { HOME, Link, location, TREASURY } from '../data/router.ts';
import { type SessionInfo, signOut } from '../data/session.ts';
import { toast } from '../kit/announce.tsx';
import { Badge } from '../kit/badge.tsx';
import { Brand } from '../kit/brand.tsx';
import { Icon } from '../kit/icon.tsx';
import { SearchField } from '../kit/search-field.tsx';
import { nextTheme, theme } from '../kit/theme.ts';
import { LiveIndicator } from './live-indicator.tsx';

const PAGES = [
  { href: HOME, name: 'Overview' },
  { href: `${HOME}/actors`, name: 'Actors' },
  { href: `${HOME}/types`, name: 'Types' },
  { href: TREASURY, name: 'Treasury' },
] as const;

export function Header({ info, onHelp }: { info: SessionInfo; onHelp: () => void }) {
  return (
    <header class="header">
      <Link class="header-brand" href={HOME} aria-label="Coxswain, overview">
        <Brand />
        <span>Coxswain</span>
      </Link>
      <nav class="header-pages" aria-label="Pages">
        {PAGES.map(({ href, name }) => (
          <Link key={href} href={href} {...(isWithin(href) ? { 'aria-current': 'page' as const } : {})}>
            {name}
          </Link>
        ))}
      </nav>
      <SearchField />
      <div class="header-end">
        <LiveIndicator />
        <HeaderTools info={info} onHelp={onHelp} />
      </div>
    </header>
  );
}

/** Shows who is signed in, and the tools that are seldom needed. On a phone, these tools are in a menu that a button opens. */
function HeaderTools({ info, onHelp }: { info: SessionInfo; onHelp: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const close = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && place.current?.contains(event.relatedTarget) === true) return;
    setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only closes what its button has opened.
    <div ref={place} class="header-menu" onFocusOut={close} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
      <button
        type="button"
        class="header-icon header-more"
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        aria-label="More: colours, help, sign out"
      >
        <Icon name="more" />
      </button>
      <div class={`header-tools ${isOpen ? 'header-tools-open' : ''}`}>
        <span class="header-who" title={`Node ${info.nodeId}, version ${info.version}`}>
          <span>{info.operator}</span>
          <span class="header-node">{info.nodeId}</span>
        </span>
        {info.access === 'read' && <Badge tone="warn">read only</Badge>}
        <button
          type="button"
          class="header-icon"
          onClick={nextTheme}
          aria-label={`Colours: ${theme.value}. Change`}
          title={`Colours: ${theme.value}`}
        >
          <Icon name={theme.value} />
        </button>
        <button type="button" class="header-icon" onClick={onHelp} aria-label="Keys and help" title="Keys and help (?)">
          <Icon name="help" />
        </button>
        <button type="button" class="header-icon" onClick={leave} aria-label="Sign out" title="Sign out">
          <Icon name="leave" />
        </button>
      </div>
    </div>
  );
}

function isWithin(href: string): boolean {
  const { path } = location.value;
  return href === HOME ? path === HOME : path === href || path.startsWith(`${href}/`);
}

async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    toast(`Signing out failed: ${asApiError(error).message}`, 'bad');
  }
}
