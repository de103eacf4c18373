import type { FeedPosition, StreamCursor } from './live-feed.ts';

/** Before everything in the shared stream. */
export const STREAM_START: StreamCursor = Object.freeze({ entry: '0-0', at: -1 });

const POSITION = /^([\w-]{1,64}):(\d{1,15}):(\d{1,15}-\d{1,15}):(-1|\d{1,9})$/;

/** A position as one line of text, for an event's id. */
export function positionText({ node, index, stream }: FeedPosition): string {
  return `${node}:${index}:${stream.entry}:${stream.at}`;
}

/** The position that such a text says; null when it says none. */
export function parsePosition(text: string): FeedPosition | null {
  const [, node, index, entry, at] = POSITION.exec(text) ?? [];
  if (node === undefined || entry === undefined) return null;
  return { node, index: Number(index), stream: { entry, at: Number(at) } };
}
