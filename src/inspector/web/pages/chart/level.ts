// Types for the layout of the boxes in one container: before, during and after their placement.

import type { Point, Rect, Size } from './geometry.ts';

/** A box before its placement. `before` is the width of the empty space in front of it: on its left in a layout from top to bottom. */
export type LevelNode = Size & { readonly id: string; readonly before: number };
export type LevelEdge = { readonly id: string; readonly from: string; readonly to: string; readonly label: Size };
export type PlacedEdge = { readonly id: string; readonly points: readonly Point[]; readonly label: Rect };
export type LevelLayout = Size & { readonly nodes: ReadonlyMap<string, Rect>; readonly edges: readonly PlacedEdge[] };

/** A placed box: its rank, counted from the top, and its left edge. `before` is the width of the empty space on its left. */
export type RankedBox = Size & { readonly rank: number; readonly left: number; readonly before: number };
/** A point of an edge's route: at the rank (row of boxes) `rank`, the edge runs through the column `x`. */
export type Stop = { readonly rank: number; readonly x: number };
/** The route of an edge: the columns through which it runs. `label.x` is the center of its label. */
export type Route = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly stops: readonly Stop[];
  readonly label: Size & Stop;
};
