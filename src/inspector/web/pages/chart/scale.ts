import type { Point, Rect, Size } from './geometry.ts';

/** Scale (`k`) and offset in pixels (`x`, `y`) of the drawing inside its frame. */
export type Viewport = Point & { readonly k: number };

/** Minimum scale of the drawing at which its text is readable. */
const LEAST_READABLE = 0.62;
/**
 * Space in pixels above and left of a chart part that is larger than the frame. The ends of the edges that lead to that part are visible in
 * this space.
 */
const MARGIN = 32;
const LARGEST_FIT = 1.15;
const SMALLEST = 0.15;
const LARGEST = 4;

/** Fits the chart's whole drawing into the frame and centers it. Small drawings are enlarged only a little. */
export function fitWhole(drawing: Size, frame: Size): Viewport {
  const k = Math.min(frame.width / drawing.width, frame.height / drawing.height, LARGEST_FIT);
  return { k, x: (frame.width - drawing.width * k) / 2, y: (frame.height - drawing.height * k) / 2 };
}

/**
 * Fits the whole drawing into the frame if its text is then still readable. Otherwise centers the rectangle `interest` in the frame, at the
 * smallest readable scale.
 */
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

/**
 * Returns the offset that centers a chart part in the frame along one axis. A part larger than the frame is aligned to its start, where its
 * name is.
 */
function centred(start: number, size: number, frame: number): number {
  return size > frame ? MARGIN - start : frame / 2 - start - size / 2;
}

/** Whether a rectangle of the chart's drawing is completely within the frame. */
export function isInSight({ x, y, width, height }: Rect, viewport: Viewport, frame: Size): boolean {
  const [left, top] = [x * viewport.k + viewport.x, y * viewport.k + viewport.y];
  return left >= 0 && top >= 0 && left + width * viewport.k <= frame.width && top + height * viewport.k <= frame.height;
}

/** Zooms the chart by `factor`; the point `at` of the frame keeps its position. */
export function zoomed(viewport: Viewport, factor: number, at: Point): Viewport {
  const k = Math.min(LARGEST, Math.max(SMALLEST, viewport.k * factor));
  const ratio = k / viewport.k;
  return { k, x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio };
}

/** Moves the chart's drawing. At least a narrow strip of the drawing always stays inside the frame. */
export function panned(viewport: Viewport, by: Point, drawing: Size, frame: Size): Viewport {
  const edge = 48;
  return {
    k: viewport.k,
    x: Math.min(frame.width - edge, Math.max(edge - drawing.width * viewport.k, viewport.x + by.x)),
    y: Math.min(frame.height - edge, Math.max(edge - drawing.height * viewport.k, viewport.y + by.y)),
  };
}

/**
 * Limits the offset of the drawing, so that no empty space is shown on one side while the drawing is cut off on the other. A drawing that
 * fits into the frame is centered.
 */
function held(offset: number, size: number, frame: number): number {
  if (size <= frame) return (frame - size) / 2;
  return Math.min(0, Math.max(frame - size, offset));
}
