/** Creates a function that places a value of an axis in a picture. Places are rounded to a tenth of a point, to keep the picture small. */
export function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  return (value) => Math.round((start + ((value - from) / (to - from)) * (end - start)) * 10) / 10;
}

/** Divides an axis into equal parts, and returns where they begin and end: for 4 parts 0, 0.25, 0.5, 0.75 and 1. */
export function parts(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => index / count);
}
