import type { RequestTemplate } from './measure/load.ts';
import type { SystemProcess } from './measure/processes.ts';

export type PeerPlace = {
  /** A folder for this system only, kept between rounds. */
  readonly folder: string;
  readonly logFile: string;
  readonly collectorUrl: string;
};

/** A compared system behind HTTP. */
export type Peer = {
  readonly name: string;
  /** Versions, and the meaning of "durable" for this system. */
  readonly about: string;
  readonly url: string;
  readonly add: RequestTemplate;
  /** The request for measuring rates, for a system that can skip the detection of repeats. Default: `add`. */
  readonly addOnce?: RequestTemplate;
  /** The request that creates an actor, for systems that need one. */
  readonly create: RequestTemplate | null;
  /** Reads the counter from the store, or from the nearest source that the system allows. */
  readCount(actor: string): Promise<number>;
  /** Starts all processes that are killed and measured. The system need not answer requests yet. */
  start(): Promise<readonly SystemProcess[]>;
  /** Ends the parts that are neither killed nor measured. */
  close(): Promise<void>;
};

/** Creates a system. Returns the reason instead when the machine lacks a requirement; the output shows this reason. */
export type PeerFactory = {
  readonly name: string;
  create(place: PeerPlace): Promise<Peer | { readonly blocked: string }>;
};

export async function readJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return await response.json();
}
