// Types for the layout of one container's children: before, during and after placing.

import type { Point, Rect, Size } from './geometry.ts';

/** A box before its placement. `before` is empty space in front of the box: on its left in a layout from top to bottom. */
export type LevelNode = Size & { readonly id: string; readonly before: number };
export type LevelEdge = { readonly id: string; readonly from: string; readonly to: string; readonly label: Size };
export type PlacedEdge = { readonly id: string; readonly points: readonly Point[]; readonly label: Rect };
export type LevelLayout = Size & { readonly nodes: ReadonlyMap<string, Rect>; readonly edges: readonly PlacedEdge[] };

/** A box with its rank from the top and its left edge; `before` is empty space left of it. */
export type RankedBox = Size & { readonly rank: number; readonly left: number; readonly before: number };
/** The column `x` through which an edge runs on a rank. */
export type Stop = { readonly rank: number; readonly x: number };
/** An edge with the columns through which it runs. `label.x` is the center of its label. */
export type Route = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly stops: readonly Stop[];
  readonly label: Size & Stop;
};
