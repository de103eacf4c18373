import './tiles.css';
import type { ComponentChildren } from 'preact';
import { Link } from '../../data/router.ts';

type TileProps = {
  readonly name: string;
  readonly value: string;
  readonly tone?: 'calm' | 'warn' | 'bad';
  readonly href?: string;
  readonly children: ComponentChildren;
};

/** Shows one number with its name and a note. Only numbers that indicate a problem are colored. */
export function Tile({ name, value, tone = 'calm', href, children }: TileProps) {
  const number = <span class="tiles-value number">{value}</span>;
  return (
    <li class={`tiles-tile tiles-${tone}`}>
      <span class="tiles-name">{name}</span>
      {href === undefined ? (
        number
      ) : (
        <Link href={href} aria-label={`${name}: ${value}`}>
          {number}
        </Link>
      )}
      <span class="tiles-note">{children}</span>
    </li>
  );
}
