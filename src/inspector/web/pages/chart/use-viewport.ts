import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Rect, Size } from './geometry.ts';
import { fitReadable, fitWhole, isInSight, panned, type Viewport, zoomed } from './scale.ts';

const STEP = 1.3;
const WHEEL_STEP = 1.0016;
const ARROW = 60;

export type Sighted = {
  readonly viewport: Viewport;
  /** Whether the last change of zoom or position came from a button or a key; it is then animated. */
  readonly isGliding: boolean;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly showWhole: () => void;
  readonly showInterest: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * Zooms and moves the drawing by wheel (with Ctrl, or when the frame has the focus; otherwise the page scrolls), by dragging, with two
 * fingers, and by keys. When the drawing or the frame changes size, the drawing is fitted again, unless the user has moved it.
 */
export function useViewport(frameRef: RefObject<HTMLElement | null>, drawing: Size, frame: Size, interest: Rect | null): Sighted {
  const [moved, setMoved] = useState<{ readonly viewport: Viewport; readonly isGliding: boolean } | null>(null);
  const fitted = fitReadable(drawing, frame, interest);
  const viewport = moved?.viewport ?? fitted;
  const latest = useRef({ viewport, drawing, frame });
  latest.current = { viewport, drawing, frame };
  useLayoutEffect(() => setMoved(null), [drawing.width, drawing.height, frame.width]);
  // If a step moves the actor to a state outside the visible part of the drawing, the drawing is fitted again.
  const { x, y } = interest ?? {};
  useLayoutEffect(() => {
    if (interest !== null && moved !== null && !isInSight(interest, moved.viewport, frame)) setMoved(null);
  }, [x, y]);

  useEffect(() => {
    const element = frameRef.current;
    if (element === null) return;
    return followPointers(element, latest, (next) => {
      latest.current = { ...latest.current, viewport: next };
      setMoved({ viewport: next, isGliding: false });
    });
  }, []);

  const glide = (next: Viewport) => setMoved({ viewport: next, isGliding: true });
  const zoom = (factor: number) => glide(zoomed(viewport, factor, { x: frame.width / 2, y: frame.height / 2 }));
  const pan = (x: number, y: number) => glide(panned(viewport, { x, y }, drawing, frame));
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': () => glide(fitWhole(drawing, frame)),
    ArrowLeft: () => pan(ARROW, 0),
    ArrowRight: () => pan(-ARROW, 0),
    ArrowUp: () => pan(0, ARROW),
    ArrowDown: () => pan(0, -ARROW),
  };
  return {
    viewport,
    isGliding: moved?.isGliding ?? true,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    showWhole: () => glide(fitWhole(drawing, frame)),
    showInterest: () => setMoved(null),
    onKeyDown(event) {
      const does = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
      if (does === undefined || event.target !== frameRef.current) return;
      event.preventDefault();
      does();
    },
  };
}

type Latest = RefObject<{ readonly viewport: Viewport; readonly drawing: Size; readonly frame: Size }>;

/** Minimum distance in pixels that a pointer must move to drag the chart; a shorter movement counts as a click. */
const DRAG_FROM = 4;

function followPointers(
  element: HTMLElement,
  latest: { current: NonNullable<Latest['current']> },
  show: (viewport: Viewport) => void,
): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  const controller = new AbortController();
  const on = { signal: controller.signal };
  let travelled = 0;
  const placeOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey && !element.contains(document.activeElement)) return;
      event.preventDefault();
      show(zoomed(latest.current.viewport, WHEEL_STEP ** -event.deltaY, placeOf(event)));
    },
    { ...on, passive: false },
  );
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, placeOf(event));
      travelled = 0;
    },
    on,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const now = placeOf(event);
      const { viewport, drawing, frame } = latest.current;
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      pointers.set(event.pointerId, now);
      if (travelled < DRAG_FROM) return;
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      if (other === undefined) {
        show(panned(viewport, { x: now.x - before.x, y: now.y - before.y }, drawing, frame));
      } else {
        const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
        const nearer = zoomed(viewport, ratio, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
        show(panned(nearer, { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 }, drawing, frame));
      }
    },
    on,
  );
  const release = ({ pointerId }: PointerEvent) => pointers.delete(pointerId);
  element.addEventListener('pointerup', release, on);
  element.addEventListener('pointercancel', release, on);
  return () => controller.abort();
}
