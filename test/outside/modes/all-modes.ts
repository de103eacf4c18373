import { headModes } from './head-modes.ts';
import { logModes } from './log-modes.ts';
import type { Mode } from './mode.ts';
import { feeModes, receiptModes } from './receipt-modes.ts';
import { refusalModes } from './refusal-modes.ts';
import { sendModes } from './send-modes.ts';
import { transportModes } from './transport-modes.ts';

/** All modes in which an RPC endpoint can misbehave. */
export const allModes: readonly Mode[] = [
  ...transportModes,
  ...refusalModes,
  ...logModes,
  ...headModes,
  ...receiptModes,
  ...feeModes,
  ...sendModes,
];

/** Names of those modes in which wrong replies look valid, so that the service cannot detect the error from a single reply. */
const lies = new Set([...logModes, ...headModes, ...receiptModes, ...sendModes].map(({ name }) => name));
export const isLie = ({ name }: Mode): boolean => lies.has(name);
