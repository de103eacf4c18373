import type { Outbound } from '../../../platform/net/outbound.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { foreignText } from '../../../values/foreign-text.ts';

/** Metadata of an NFT as its creators wrote it, converted to plain text and truncated. */
export type NftMetadata = {
  readonly name: string | null;
  readonly description: string | null;
  /** The URL of the NFT's picture. The service does not load the picture. */
  readonly image: string | null;
  /** Why the link to the picture is left out; null when it is shown, or when the metadata contains none. */
  readonly imageProblem: string | null;
  readonly attributes: readonly { readonly trait: string; readonly value: string }[];
  /** Number of the NFT's attributes that are left out, because there are too many to show. */
  readonly notShown: number;
};

export type MetadataRead = {
  /**
   * Where the NFT's metadata was read: in the contract's answer itself, over IPFS, or from a web server; null when the URI has another
   * form.
   */
  readonly from: 'data' | 'ipfs' | 'web' | null;
  readonly metadata: NftMetadata | null;
  /** Why the NFT's metadata could not be read; null when it was read. */
  readonly problem: string | null;
};

/** Reads the NFT metadata at the URI that a contract states. It never fails: when the metadata cannot be read, the result says why. */
export type ReadMetadata = (uri: string, signal: AbortSignal) => Promise<MetadataRead>;

/** Maximum size of an NFT's metadata in bytes. */
const MOST_BYTES = 262_144;
const MOST = { name: 120, description: 600, image: 300, trait: 60, value: 120, attributes: 30 } as const;
const CID = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{20,100}|z[1-9A-HJ-NP-Za-km-z]{20,100}|f[0-9a-f]{20,150})$/;

/**
 * Creates the function that reads the metadata of NFTs.
 * @param outbound sends requests to addresses that strangers chose, and refuses addresses that are not on the public internet
 * @param gateway the web address of an IPFS gateway; null when none is configured
 */
export function createReadMetadata(deps: { readonly outbound: Pick<Outbound, 'get'>; readonly gateway: string | null }): ReadMetadata {
  const { outbound, gateway } = deps;

  return async (uri, signal) => {
    const address = uri.trim();
    const scheme = /^([a-z][a-z0-9+.-]{0,20}):/i.exec(address)?.[1]?.toLowerCase() ?? null;
    if (scheme === 'data') return read('data', async () => textInData(address));
    if (scheme === 'ipfs') {
      const path = ipfsPath(address);
      if (path === null) return none('ipfs', 'The contract states an invalid IPFS address for the metadata.');
      if (gateway === null) return none('ipfs', 'The metadata is on IPFS, which this service does not read.');
      return await read('ipfs', () => loaded(`${gateway.replace(/\/+$/, '')}/ipfs/${path}`, true, signal));
    }
    if (scheme === 'https' || scheme === 'http') return await read('web', () => loaded(address, false, signal));
    if (address === '') return none(null, 'The contract states no metadata URI.');
    return none(
      null,
      `The metadata URI of the contract ${scheme === null ? 'is not a URI' : `has the scheme ${scheme}`}. Accepted schemes: https, ipfs and data.`,
    );
  };

  async function loaded(url: string, isTrusted: boolean, signal: AbortSignal): Promise<string> {
    const headers = { accept: 'application/json' };
    const { status, text } = await outbound.get({ url, headers, isTrusted, mostReplyBytes: MOST_BYTES, signal });
    if (status === 200) return text;
    throw new MetadataFault(`The metadata server answered with status ${status}.`);
  }
}

/** The error that says, in a sentence for the user, why metadata cannot be read. */
class MetadataFault extends Error {}

async function read(from: 'data' | 'ipfs' | 'web', load: () => Promise<string>): Promise<MetadataRead> {
  try {
    return { from, metadata: metadataIn(await load()), problem: null };
  } catch (error) {
    if (error instanceof MetadataFault) return none(from, error.message);
    if (error instanceof CoxswainError) return none(from, `The metadata could not be loaded: ${error.message}`);
    throw error;
  }
}

function none(from: MetadataRead['from'], problem: string): MetadataRead {
  return { from, metadata: null, problem };
}

/** Parses a URI of the form `ipfs://CID/path`. It also accepts the superfluous `ipfs/` before the CID that many contracts write. */
function ipfsPath(uri: string): string | null {
  const [cid = '', ...path] = uri.replace(/^ipfs:\/\/(?:ipfs\/)?/i, '').split('/');
  // A URL parser reads %2e as a dot. So segments of an IPFS path that consist only of dots, in either spelling, would lead out of the NFT's
  // folder.
  const isPlain = path.every((part) => /^[\w.~%-]{0,200}$/.test(part) && !/^(?:\.|%2e)+$/i.test(part));
  return CID.test(cid) && isPlain && path.length <= 10 ? [cid, ...path].join('/') : null;
}

function textInData(uri: string): string {
  const comma = uri.indexOf(',');
  const head = comma < 0 ? '' : uri.slice('data:'.length, comma).toLowerCase();
  const body = uri.slice(comma + 1);
  const [type = '', ...parameters] = head.split(';').map((part) => part.trim());
  if (comma < 0 || comma > 200 || (type !== 'application/json' && type !== 'text/plain' && type !== ''))
    throw new MetadataFault('The contract states the metadata in a data URI that is not JSON.');
  if (body.length > 2 * MOST_BYTES) throw new MetadataFault(`The metadata is longer than ${MOST_BYTES} bytes.`);
  if (parameters.includes('base64')) return new TextDecoder().decode(Buffer.from(body, 'base64'));
  try {
    return decodeURIComponent(body);
  } catch {
    // Many contracts do not percent-encode the text of a data URI, so the text is used as it is.
    return body;
  }
}

function metadataIn(text: string): NftMetadata {
  if (text.length > MOST_BYTES) throw new MetadataFault(`The metadata is longer than ${MOST_BYTES} bytes.`);
  const members = membersOf(parsed(text));
  if (members === null) throw new MetadataFault('The metadata is not a JSON object.');
  const rows = [members.attributes, members.traits, members.properties].find((list): list is unknown[] => Array.isArray(list)) ?? [];
  const attributes = rows.flatMap((row) => {
    const { trait_type: trait, name, value } = membersOf(row) ?? {};
    const label = plainText(trait ?? name, MOST.trait);
    const shown = plainText(value, MOST.value);
    return shown === null ? [] : [{ trait: label ?? '', value: shown }];
  });
  const image = plainText(members.image ?? members.image_url ?? members.image_data, MOST_BYTES);
  return {
    name: plainText(members.name, MOST.name),
    description: plainText(members.description, MOST.description),
    ...(image === null ? { image, imageProblem: null } : pictureOf(image)),
    attributes: attributes.slice(0, MOST.attributes),
    notShown: Math.max(0, attributes.length - MOST.attributes),
  };
}

/**
 * The link to a picture, if it is one that cannot run as a program when somebody follows it. A picture that is embedded in the metadata is
 * only mentioned, because its data is too long to repeat.
 */
function pictureOf(image: string): Pick<NftMetadata, 'image' | 'imageProblem'> {
  const kind = /^(?:data:(image\/[a-z0-9.+-]{1,40})|<(svg))/i.exec(image);
  if (kind !== null) {
    const type = kind[1]?.toLowerCase() ?? 'image/svg+xml';
    return { image: `a picture within the metadata (${type}, ${image.length} characters)`, imageProblem: null };
  }
  if (/^(?:https|ipfs):\/\/[^\s/]/i.test(image)) return { image: foreignText(image, MOST.image), imageProblem: null };
  return { image: null, imageProblem: 'The link to the picture is left out. Accepted links begin with https://, ipfs:// or data:image/.' };
}

function plainText(value: unknown, most: number): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const text = foreignText(value.slice(0, 4 * most), most);
  return text === '' ? null : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MetadataFault('The metadata is not JSON.');
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
