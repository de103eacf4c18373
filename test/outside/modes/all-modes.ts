import { headModes } from './head-modes.ts';
import { logModes } from './log-modes.ts';
import type { Mode } from './mode.ts';
import { feeModes, receiptModes } from './receipt-modes.ts';
import { refusalModes } from './refusal-modes.ts';
import { sendModes } from './send-modes.ts';
import { transportModes } from './transport-modes.ts';

/** All modes of misbehavior. */
export const allModes: readonly Mode[] = [
  ...transportModes,
  ...refusalModes,
  ...logModes,
  ...headModes,
  ...receiptModes,
  ...feeModes,
  ...sendModes,
];

/** Modes whose replies look like valid answers, so that a single answer shows no error. */
const lies = new Set([...logModes, ...headModes, ...receiptModes, ...sendModes].map(({ name }) => name));
export const isLie = ({ name }: Mode): boolean => lies.has(name);
