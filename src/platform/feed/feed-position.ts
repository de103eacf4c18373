import type { FeedPosition, Mark, StreamCursor } from './live-feed.ts';

/** The position at the beginning of the shared stream, before all of its entries. */
export const STREAM_START: StreamCursor = Object.freeze({ entry: '0-0', at: -1 });

const MARK = String.raw`[\w-]{1,64}\.\d{1,15}`;
const POSITION = new RegExp(String.raw`^(\d{1,15}-\d{1,15})\.(-1|\d{1,9}):(${MARK})?((?::${MARK})*)$`);
/**
 * Maximum number of nodes whose events a position covers. A follower (subscriber) that connects to more nodes than this number, one after
 * the other, within 100 ms, may receive a few events twice.
 */
const MOST_SEEN = 4;

/** Formats a position in the live feed as one line of text, for use as an event's id. */
export function positionText({ stream, ring, seen }: FeedPosition): string {
  return [`${stream.entry}.${stream.at}`, ring === null ? '' : markText(ring), ...seen.map(markText)].join(':');
}

/** Parses a position in the live feed from its text form; null when the text is not a position. */
export function parsePosition(text: string): FeedPosition | null {
  const [, entry, at, ring, seen = ''] = POSITION.exec(text) ?? [];
  if (entry === undefined || text.endsWith('\n')) return null;
  const marks = seen.split(':').slice(1).map(parseMark);
  return { stream: { entry, at: Number(at) }, ring: ring === undefined ? null : parseMark(ring), seen: marks.slice(0, MOST_SEEN) };
}

/**
 * Returns the marks with which a follower (subscriber) continues on another node. A mark consists of the name of a node and the index up to
 * which the follower has seen that node's events. The mark of the last node comes first.
 */
export function seenAt({ ring, seen }: FeedPosition): readonly Mark[] {
  if (ring === null) return seen;
  return [ring, ...seen.filter(({ node }) => node !== ring.node)].slice(0, MOST_SEEN);
}

function markText({ node, index }: Mark): string {
  return `${node}.${index}`;
}

function parseMark(text: string): Mark {
  const dot = text.lastIndexOf('.');
  return { node: text.slice(0, dot), index: Number(text.slice(dot + 1)) };
}

/** Returns the later of two positions in the shared stream. */
export function laterCursor(a: StreamCursor, b: StreamCursor): StreamCursor {
  return compareCursors(a, b) < 0 ? b : a;
}

/** Compares two positions in the shared stream. The result is below 0 when the first position is the earlier one. */
export function compareCursors(a: StreamCursor, b: StreamCursor): number {
  if (a.entry === b.entry) return a.at - b.at;
  const [[aMs = 0, aSeq = 0], [bMs = 0, bSeq = 0]] = [a.entry.split('-').map(Number), b.entry.split('-').map(Number)];
  return aMs - bMs || aSeq - bSeq;
}
