export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
/** A rectangle; `x` and `y` are its upper left corner. */
export type Rect = Point & Size;

export function centreOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Swaps the x and y axes, which turns a layout from top to bottom into one from left to right. */
export function turned<T extends Point>(thing: T): T {
  return 'width' in thing && 'height' in thing
    ? { ...thing, x: thing.y, y: thing.x, width: thing.height, height: thing.width }
    : { ...thing, x: thing.y, y: thing.x };
}
