import './json-tree.css';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Json } from '../../../../values/json.ts';
import { formatNumber } from '../../kit/format.ts';
import type { Units } from './describe-value.ts';
import { keyOf, type OpenNodes, PAGE, revealed, type TreePath, type TreeRow, toggled, treeRows, withMore } from './tree-rows.ts';
import { TreeSearch } from './tree-search.tsx';
import { TreeValue } from './tree-value.tsx';

type JsonTreeProps = {
  readonly value: Json;
  readonly units: Units;
  /** Name of the shown data, used as the tree's label for screen readers. */
  readonly label: string;
  readonly hasSearch?: boolean;
};

const NOTHING_OPEN: OpenNodes = new Map();
/** Maximum number of levels that are indented; deeper levels show their depth as a number. */
const MOST_INDENT = 12;
/** Number of rows of the tree above which the browser does not lay out invisible rows. */
const MANY = 150;

/**
 * Shows JSON data of any size as a tree. Only open nodes are processed; large objects and lists are shown in pages and long texts in
 * pieces.
 */
export function JsonTree({ value, units, label, hasSearch = false }: JsonTreeProps) {
  const [open, setOpen] = useState(NOTHING_OPEN);
  const [found, setFound] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => treeRows(value, open), [value, open]);

  const reveal = (path: TreePath) => {
    setOpen(revealed(value, open, path));
    setFound(keyOf(path));
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>('[data-found]');
      row?.scrollIntoView({ block: 'center' });
      row?.querySelector<HTMLElement>('button, [tabindex]')?.focus({ preventScroll: true });
    });
  };
  return (
    <div class="json-tree">
      {hasSearch && <TreeSearch value={value} label={label} onPick={reveal} />}
      {rows.length === 0 ? (
        <p class="json-tree-none">Empty.</p>
      ) : (
        <ul class={`json-tree-rows ${rows.length > MANY ? 'json-tree-many' : ''}`} aria-label={label} ref={list} onKeyDown={moveFocus}>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              units={units}
              isFound={row.key === found}
              onToggle={() => setOpen(toggled(open, row.key))}
              onMore={() => row.kind === 'rest' && setOpen(withMore(open, row.of))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type RowProps = { row: TreeRow; units: Units; isFound: boolean; onToggle: () => void; onMore: () => void };

function Row({ row, units, isFound, onToggle, onMore }: RowProps) {
  const indent = `--depth: ${Math.min(row.depth, MOST_INDENT)}`;
  if (row.kind === 'rest') {
    const more = Math.min(PAGE, row.size - row.shown);
    return (
      <li class="json-tree-row" style={indent}>
        <button type="button" class="json-tree-more" onClick={onMore}>
          Show {formatNumber(more)} more of {formatNumber(row.size - row.shown)}
        </button>
      </li>
    );
  }
  return (
    <li class={`json-tree-row ${isFound ? 'json-tree-found' : ''}`} style={indent} {...(isFound ? { 'data-found': '' } : {})}>
      {row.depth > MOST_INDENT && <span class="json-tree-depth number">{row.depth}</span>}
      {row.kind === 'container' && row.size > 0 && (
        <button type="button" class="json-tree-toggle" aria-expanded={row.isOpen} onClick={onToggle}>
          <span class="json-tree-arrow" aria-hidden="true" />
          <Name name={row.name} />
          <span class="json-tree-size number">{sizeText(row.size, row.isList)}</span>
        </button>
      )}
      {row.kind === 'container' && row.size === 0 && (
        <>
          <Name name={row.name} />
          <span class="json-tree-size">{sizeText(0, row.isList)}</span>
        </>
      )}
      {row.kind === 'value' && (
        <>
          <Name name={row.name} />
          <span class="json-tree-value">
            <TreeValue value={row.value} path={row.path} units={units} />
          </span>
        </>
      )}
    </li>
  );
}

/** Maximum number of characters of a field's name that are shown. */
const NAME_SHOWN = 80;

function Name({ name }: { name: string }) {
  const shown = name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name;
  return <span class="json-tree-name">{shown === '' ? '""' : shown}</span>;
}

function sizeText(size: number, isList: boolean): string {
  if (isList) return size === 0 ? 'empty list' : `[${formatNumber(size)}]`;
  return size === 0 ? 'empty' : `{${formatNumber(size)}}`;
}

/** Arrow keys move the focus between the buttons of the tree; the right arrow opens a node, and the left arrow closes it. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement)) return;
  const isOpen = target.getAttribute('aria-expanded');
  if ((key === 'ArrowRight' && isOpen === 'false') || (key === 'ArrowLeft' && isOpen === 'true')) {
    event.preventDefault();
    target.click();
    return;
  }
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('.json-tree-toggle, .json-tree-more')];
  const next = buttons[buttons.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
