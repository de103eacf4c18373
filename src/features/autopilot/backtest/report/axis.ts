/**
 * Creates a function that converts a value on an axis to its coordinate in a picture. Coordinates are rounded to a tenth of a point, to
 * keep the picture small.
 */
export function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  return (value) => Math.round((start + ((value - from) / (to - from)) * (end - start)) * 10) / 10;
}

/** Divides an axis into equal parts and returns the boundaries of the parts: for 4 parts 0, 0.25, 0.5, 0.75 and 1. */
export function parts(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => index / count);
}
