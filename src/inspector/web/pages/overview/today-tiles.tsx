import './today-tiles.css';
import { useEffect } from 'preact/hooks';
import { type DayKind, type DayOfKind, type DayToken, knownVolume, type Today } from '../../../../values/inspection/today.ts';
import { useData } from '../../data/use-data.ts';
import { useLiveReload } from '../../data/use-live-reload.ts';
import { ActorLink } from '../../kit/actor-link.tsx';
import { formatCount, formatDay, formatPlural, shorten } from '../../kit/format.ts';
import { ErrorNotice } from '../../kit/notice.tsx';
import { Time } from '../../kit/time.tsx';
import { noteTitles } from '../../kit/titles.ts';
import { coins, dollars } from '../treasury/money.ts';
import { Tile } from './tile.tsx';

/** Minimum time in milliseconds between two reads of the day's figures. */
const READ_EVERY_MS = 5_000;
const MOST_TOKENS = 2;

const WORDS: Readonly<Record<DayKind, string>> = { position: 'positions', agent: 'agents', wallet: 'wallets' };

/** Shows the numbers of orders, executed trades and failures on the current UTC day, the volume, the gas costs, and the newest failures. */
export function TodayTiles() {
  const { data, error, reload } = useData<Today>('/api/operator/today');
  useLiveReload({}, reload, READ_EVERY_MS);
  useEffect(() => noteTitles(data?.newestFailures ?? []), [data]);
  if (error !== null) return <ErrorNotice error={error} what="The figures of the day could not be read" onRetry={reload} />;
  if (data === null) return null;
  const { sinceMs, orders, fills, failures, volumeUsd, gasUsd, postponed, isMore, kinds, newestFailures } = data;
  return (
    <section class="today" aria-label="Today">
      <h2>
        Today <span>{formatDay(sinceMs)}, since 00:00 UTC</span>
      </h2>
      <ul class="tiles">
        <Tile name="Orders" value={formatCount(orders, isMore)}>
          {byKind(kinds, ({ fills, failures }) => fills + failures) ?? 'none has ended yet'}
        </Tile>
        <Tile name="Fills" value={formatCount(fills, isMore)}>
          {byKind(kinds, (each) => each.fills) ?? 'none yet'}
        </Tile>
        <Tile name="Volume" value={knownVolume(dollars(volumeUsd), data)}>
          {volumeNote(data)}
        </Tile>
        <Tile name="Failures" value={formatCount(failures, isMore)} tone={failures > 0 ? 'bad' : 'calm'}>
          {byKind(kinds, (each) => each.failures) ?? 'none'}
        </Tile>
        <Tile name="Gas" value={dollars(gasUsd)}>
          {postponed === 0 ? 'no order is postponed for it' : `${formatPlural(postponed, 'order')} postponed for it`}
        </Tile>
      </ul>
      {newestFailures.length > 0 && (
        <ul class="today-failures" aria-label="Newest failures">
          {newestFailures.map(({ id, reason, atMs }) => (
            <li key={`${id} ${atMs}`}>
              <Time atMs={atMs} /> <ActorLink id={id} /> {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Describes how a number is divided between positions and agents: `8 of positions, 3 of agents`; null when all numbers are 0. */
function byKind(kinds: readonly DayOfKind[], numberOf: (kind: DayOfKind) => number): string | null {
  const parts = kinds.flatMap((each) =>
    numberOf(each) === 0 ? [] : [`${formatCount(numberOf(each), each.isMore)} of ${WORDS[each.kind]}`],
  );
  return parts.length === 0 ? null : parts.join(', ');
}

function volumeNote({ kinds, fills, unpricedFills }: Today): string {
  if (fills === 0) return 'nothing was given away yet';
  const tokens = kinds.flatMap((each) => each.tokens).toSorted((a, b) => Number(b.valueUsd ?? 0) - Number(a.valueUsd ?? 0));
  const named = tokens.slice(0, MOST_TOKENS).map(tokenText).join(', ');
  return unpricedFills === 0
    ? `${named} given away`
    : `${named}; without ${formatPlural(unpricedFills, 'fill')} whose price is not known yet`;
}

function tokenText({ amount, symbol, address }: DayToken): string {
  return `${amount === null ? '' : `${coins(amount)} `}${symbol ?? shorten(address)}`;
}
