import './views-menu.css';
import { useId, useState } from 'preact/hooks';
import { HOME, hrefOf, Link, location } from '../../data/router.ts';
import { toast } from '../../kit/announce.tsx';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { LONGEST_NAME, queryOf, readViews, removeView, saveView } from './saved-views.ts';

const ACTORS = `${HOME}/actors`;

/** Saves the current filters and sort order under a name in this browser, and opens saved views. The URL of a view can be shared. */
export function ViewsMenu() {
  const [isOpen, setOpen] = useState(false);
  const [views, setViews] = useState(() => readViews());
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const fieldId = useId();
  const current = queryOf(location.value.query.toString());
  const changed = (refused: string | null) => {
    setProblem(refused);
    setViews(readViews());
    return refused === null;
  };
  const save = (event: Event) => {
    event.preventDefault();
    if (!changed(saveView({ name, query: current }))) return;
    toast(`The view "${name.trim()}" is saved in this browser.`, 'ok');
    setName('');
  };
  return (
    <div class="views-menu">
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Views{views.length === 0 ? '' : ` (${views.length})`} …
      </Button>
      {isOpen && (
        <section class="views-menu-list" aria-label="Saved views">
          {views.length === 0 && <p>No view is saved in this browser yet.</p>}
          <ul>
            {views.map((view) => (
              <li key={view.name}>
                <Link
                  href={hrefOf(ACTORS, new URLSearchParams(view.query))}
                  {...(view.query === current ? { 'aria-current': 'true' as const } : {})}
                >
                  {view.name}
                </Link>
                <CopyButton
                  text={new URL(hrefOf(ACTORS, new URLSearchParams(view.query)), window.location.href).href}
                  what={`address of ${view.name}`}
                />
                <Button look="quiet" aria-label={`Remove ${view.name}`} onClick={() => changed(removeView(view.name))}>
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <form onSubmit={save}>
            <label for={fieldId}>Save these filters and this order as</label>
            <input id={fieldId} value={name} maxLength={LONGEST_NAME} onInput={({ currentTarget }) => setName(currentTarget.value)} />
            <Button type="submit">Save</Button>
          </form>
          {problem !== null && <p role="alert">{problem}</p>}
        </section>
      )}
    </div>
  );
}
