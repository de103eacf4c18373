import type { RequestTemplate } from './measure/load.ts';
import type { SystemProcess } from './measure/processes.ts';

export type PeerPlace = {
  /** Of this peer alone; kept from round to round. */
  readonly folder: string;
  readonly logFile: string;
  readonly collectorUrl: string;
};

/** A system under comparison, behind HTTP. */
export type Peer = {
  readonly name: string;
  /** Versions, and what stands behind "durable". */
  readonly about: string;
  readonly url: string;
  readonly add: RequestTemplate;
  /** Where the rate is measured and nothing is repeated: what the system is asked when it may do without telling repeats apart. Default: `add`. */
  readonly addOnce?: RequestTemplate;
  /** For a system whose actors must be created first. */
  readonly create: RequestTemplate | null;
  /** From where it is stored, or as near to that as the system has it. */
  readCount(actor: string): Promise<number>;
  /** Starts everything that is killed and measured; it need not answer yet. */
  start(): Promise<readonly SystemProcess[]>;
  /** Ends what is neither killed nor measured. */
  close(): Promise<void>;
};

/** Null and a reason where the machine lacks something: said in the output, never made up. */
export type PeerFactory = {
  readonly name: string;
  create(place: PeerPlace): Promise<Peer | { readonly blocked: string }>;
};

export async function readJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return await response.json();
}
