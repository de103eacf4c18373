import { headModes } from './head-modes.ts';
import { logModes } from './log-modes.ts';
import type { Mode } from './mode.ts';
import { feeModes, receiptModes } from './receipt-modes.ts';
import { refusalModes } from './refusal-modes.ts';
import { sendModes } from './send-modes.ts';
import { transportModes } from './transport-modes.ts';

/** Every way in which an endpoint misbehaves here. */
export const allModes: readonly Mode[] = [
  ...transportModes,
  ...refusalModes,
  ...logModes,
  ...headModes,
  ...receiptModes,
  ...feeModes,
  ...sendModes,
];
