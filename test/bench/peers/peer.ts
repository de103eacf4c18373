import type { RequestTemplate } from './measure/load.ts';
import type { SystemProcess } from './measure/processes.ts';

export type PeerPlace = {
  /** A folder for the files of this system only, kept between rounds. */
  readonly folder: string;
  readonly logFile: string;
  readonly collectorUrl: string;
};

/** A system of the comparison, which answers requests over HTTP. */
export type Peer = {
  readonly name: string;
  /** Describes the system: its versions, and what "durable" means for it. */
  readonly about: string;
  readonly url: string;
  readonly add: RequestTemplate;
  /**
   * The request with which the rate is measured, for a system that can switch off its detection of repeated requests (idempotency). By
   * default, the rate is measured with `add`.
   */
  readonly addOnce?: RequestTemplate;
  /** The request that creates an actor, for systems in which an actor must be created first; otherwise null. */
  readonly create: RequestTemplate | null;
  /** Reads the value of a counter from the store, or from the closest source that the system offers. */
  readCount(actor: string): Promise<number>;
  /**
   * Starts those processes of the system that the benchmark measures and kills. The system need not answer requests yet when the promise
   * resolves.
   */
  start(): Promise<readonly SystemProcess[]>;
  /** Ends the processes and servers of the system that are neither killed nor measured. */
  close(): Promise<void>;
};

/**
 * Creates a system of the comparison. When the machine lacks a requirement of the system, returns the reason, which is shown in the output.
 */
export type PeerFactory = {
  readonly name: string;
  create(place: PeerPlace): Promise<Peer | { readonly blocked: string }>;
};

export async function readJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return await response.json();
}
