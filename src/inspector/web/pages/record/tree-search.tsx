import './tree-search.css';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Json } from '../../../../values/json.ts';
import { searchTree, type TreeMatches } from './search-tree.ts';
import { keyOf, type TreePath } from './tree-rows.ts';

/** Milliseconds without typing after which the search starts. */
const AFTER_TYPING_MS = 150;
const NONE: TreeMatches = { matches: [], isCut: false };

/** Searches the names and values in a tree. Choosing a match opens the tree at that match. */
export function TreeSearch({ value, label, onPick }: { value: Json; label: string; onPick: (path: TreePath) => void }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState(NONE);
  const id = useId();
  useEffect(() => {
    if (text.trim() === '') {
      setFound(NONE);
      return;
    }
    const timer = setTimeout(() => setFound(searchTree(value, text)), AFTER_TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <search class="tree-search">
      <label for={id} class="visually-hidden">
        Search in {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder="Search names and values"
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <>
          <p class="tree-search-count" role="status">
            {countText(found)}
          </p>
          <ul>
            {found.matches.map(({ path, preview }) => (
              <li key={keyOf(path)}>
                <button type="button" onClick={() => onPick(path)}>
                  <span class="tree-search-path">{pathText(path)}</span> <span class="tree-search-preview">{preview}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </search>
  );
}

function countText({ matches, isCut }: TreeMatches): string {
  if (matches.length === 0) return isCut ? 'No match in the searched part.' : 'No name or value matches.';
  return `${matches.length}${isCut ? ' or more' : ''} found`;
}

const PATH_SHOWN = 90;

function pathText(path: TreePath): string {
  const whole = path.join('.');
  return whole.length <= PATH_SHOWN ? whole : `…${whole.slice(-PATH_SHOWN)}`;
}
