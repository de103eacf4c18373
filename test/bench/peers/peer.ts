import type { RequestTemplate } from './measure/load.ts';
import type { SystemProcess } from './measure/processes.ts';

export type PeerPlace = {
  /** A folder for this system alone, kept from round to round. */
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
  /** The request for measuring rates, if the system can skip the detection of repeats. Default: `add`. */
  readonly addOnce?: RequestTemplate;
  /** The request that creates an actor, for systems that need one. */
  readonly create: RequestTemplate | null;
  /** Reads the counter from the store, or as near to it as the system allows. */
  readCount(actor: string): Promise<number>;
  /** Starts everything that is killed and measured; it need not answer yet. */
  start(): Promise<readonly SystemProcess[]>;
  /** Ends the parts that are neither killed nor measured. */
  close(): Promise<void>;
};

/** Null with a reason where the machine lacks something; the output shows the reason. */
export type PeerFactory = {
  readonly name: string;
  create(place: PeerPlace): Promise<Peer | { readonly blocked: string }>;
};

export async function readJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return await response.json();
}
