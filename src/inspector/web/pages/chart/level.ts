// The children of one container: as they come to be placed, on their way, and as they are placed.

import type { Point, Rect, Size } from './geometry.ts';

/** `before` is kept free in front of the box: left of it, from top to bottom. */
export type LevelNode = Size & { readonly id: string; readonly before: number };
export type LevelEdge = { readonly id: string; readonly from: string; readonly to: string; readonly label: Size };
export type PlacedEdge = { readonly id: string; readonly points: readonly Point[]; readonly label: Rect };
export type LevelLayout = Size & { readonly nodes: ReadonlyMap<string, Rect>; readonly edges: readonly PlacedEdge[] };

/** A box by its rank from the top, and its left edge; `before` is kept free left of it. */
export type RankedBox = Size & { readonly rank: number; readonly left: number; readonly before: number };
/** An edge is at this `x` on this rank. */
export type Stop = { readonly rank: number; readonly x: number };
/** `label.x` is its middle. */
export type Route = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly stops: readonly Stop[];
  readonly label: Size & Stop;
};
