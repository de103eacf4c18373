import { type RampStatus, rampStatuses } from '../../../src/values/ramp-status.ts';

const MOMENTS = ['before', 'after'] as const;
const STEPS = ['ask', 'tell', 'assign'] as const;

/**
 * Named moments of an order's life at which the process under test can be killed: before and after each commit, by the status that it
 * stores; before the provider is asked and when it has answered; before a notification is stored and after; and between the storing of a
 * reference and that of its order.
 */
export const orderPoints: readonly string[] = [
  ...rampStatuses.filter((status) => status !== 'unknown').flatMap((status) => MOMENTS.map((moment) => `${status}:${moment}`)),
  ...STEPS.flatMap((step) => MOMENTS.map((moment) => `${step}:${moment}`)),
];

/** The status whose commit a point names; null for the other points. */
export function statusOfPoint(point: string): RampStatus | null {
  return rampStatuses.find((status) => point.startsWith(`${status}:`)) ?? null;
}

export type SentRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The commands that the campaign sends to the process under test. */
export type Command =
  /** Sends requests to the node's own HTTP server, all at once. */
  | { readonly do: 'requests'; readonly requests: readonly SentRequest[] }
  | { readonly do: 'statuses'; readonly references: readonly string[] }
  | { readonly do: 'read'; readonly reference: string };

export type Answer = {
  readonly replies?: readonly { readonly status: number; readonly text: string }[];
  /** For `statuses`: null for an order that does not exist. */
  readonly statuses?: readonly (string | null)[];
  readonly read?: StoredOrder | null;
};

export type StoredOrder = {
  readonly status: string;
  readonly orderId: string | null;
  /** The statuses of which the order's history says that its wallet has to be told. */
  readonly changes: readonly string[];
  /** The statuses of the notifications that are stored for its wallet. */
  readonly told: readonly string[];
};
