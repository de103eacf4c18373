import type { Point, Rect, Size } from './geometry.ts';

/** How the drawing is shown: `k` times its size, moved by `x` and `y` pixels. */
export type Viewport = Point & { readonly k: number };

/** Text is not read under it. */
const LEAST_READABLE = 0.62;
/** So much is seen over what is shown from its beginning: what leads into it. */
const MARGIN = 32;
const LARGEST_FIT = 1.15;
const SMALLEST = 0.15;
const LARGEST = 4;

/** The whole drawing in the frame, centred; never much larger than life. */
export function fitWhole(drawing: Size, frame: Size): Viewport {
  const k = Math.min(frame.width / drawing.width, frame.height / drawing.height, LARGEST_FIT);
  return { k, x: (frame.width - drawing.width * k) / 2, y: (frame.height - drawing.height * k) / 2 };
}

/** As much of the drawing as can be read: whole if it may be, else what is of interest in the middle of the frame. */
export function fitReadable(drawing: Size, frame: Size, interest: Rect | null): Viewport {
  const whole = fitWhole(drawing, frame);
  if (whole.k >= LEAST_READABLE || interest === null) return whole;
  const k = LEAST_READABLE;
  return {
    k,
    x: held(centred(interest.x * k, interest.width * k, frame.width), drawing.width * k, frame.width),
    y: held(centred(interest.y * k, interest.height * k, frame.height), drawing.height * k, frame.height),
  };
}

/** In the middle of the frame; what is larger than the frame is shown from its beginning, where its name stands. */
function centred(start: number, size: number, frame: number): number {
  return size > frame ? MARGIN - start : frame / 2 - start - size / 2;
}

/** Nearer or farther, with what is at `at` (of the frame) staying there. */
export function zoomed(viewport: Viewport, factor: number, at: Point): Viewport {
  const k = Math.min(LARGEST, Math.max(SMALLEST, viewport.k * factor));
  const ratio = k / viewport.k;
  return { k, x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio };
}

/** Moved, but never so far that nothing of the drawing is left in the frame. */
export function panned(viewport: Viewport, by: Point, drawing: Size, frame: Size): Viewport {
  const edge = 48;
  return {
    k: viewport.k,
    x: Math.min(frame.width - edge, Math.max(edge - drawing.width * viewport.k, viewport.x + by.x)),
    y: Math.min(frame.height - edge, Math.max(edge - drawing.height * viewport.k, viewport.y + by.y)),
  };
}

/** Without empty space on one side while there is more on the other; centred when all fits. */
function held(offset: number, size: number, frame: number): number {
  if (size <= frame) return (frame - size) / 2;
  return Math.min(0, Math.max(frame - size, offset));
}
