import './shown-value.css';
import type { Cell, Phrase, Value } from '../../../../values/inspection/sections.ts';
import { ActorLink } from '../../kit/actor-link.tsx';
import { Badge } from '../../kit/badge.tsx';
import { shorten } from '../../kit/format.ts';
import { ShortHash } from '../../kit/short-hash.tsx';
import { Time } from '../../kit/time.tsx';
import { LongText } from '../record/long-text.tsx';
import type { UnitRepository } from './unit-repository.ts';

/** Shows the lines of a table cell one below the other, then the cell's notes in small type. Shows a dash when the cell is empty. */
export function ShownCell({ cell: { lines, notes = [] }, repository }: { cell: Cell; repository: UnitRepository }) {
  if (lines.length === 0 && notes.length === 0) return <>–</>;
  return (
    <>
      {lines.map((phrase, index) => (
        <span key={index} class="shown-cell-line">
          <ShownPhrase phrase={phrase} repository={repository} />
        </span>
      ))}
      {notes.map((phrase, index) => (
        <span key={index} class="shown-cell-note">
          <ShownPhrase phrase={phrase} repository={repository} />
        </span>
      ))}
    </>
  );
}

/** Shows a phrase, which is a sequence of texts and values such as amounts and times. */
export function ShownPhrase({ phrase, repository }: { phrase: Phrase; repository: UnitRepository }) {
  return (
    <>
      {phrase.map((value, index) => (
        <>
          {index > 0 && ' '}
          <ShownValue key={index} value={value} repository={repository} />
        </>
      ))}
    </>
  );
}

function ShownValue({ value, repository }: { value: Value; repository: UnitRepository }) {
  switch (value.kind) {
    case 'text':
      return <LongText text={value.text} what="text" />;
    case 'badge':
      return <Badge tone={value.tone}>{value.text}</Badge>;
    case 'amount':
      return (
        <span class="number" title={repository.exact(value)}>
          {repository.short(value)}
        </span>
      );
    case 'token':
      return <span title={value.token}>{repository.symbolOf(value.chainId, value.token)}</span>;
    case 'time':
      return <Time atMs={value.atMs} />;
    case 'actor':
      return <ActorLink id={value.id} />;
    case 'transaction':
      return <ShownTransaction value={value} repository={repository} />;
    case 'address':
      return (
        <span class="mono" title={value.address}>
          {shorten(value.address)}
        </span>
      );
  }
}

function ShownTransaction({ value, repository }: { value: Extract<Value, { kind: 'transaction' }>; repository: UnitRepository }) {
  const { chainId, hash, name } = value;
  const page = repository.explorerPage(chainId, hash);
  const shown = name === undefined ? <ShortHash hash={hash} /> : <span title={hash}>{name}</span>;
  if (page === null) return shown;
  return (
    <a href={page} target="_blank" rel="noreferrer">
      {shown}
    </a>
  );
}
