import * as v from 'valibot';

/** An audit of a contract. Each finding states what was found, and what was not examined for this finding. */
export const auditSchema = v.strictObject({
  chainId: v.number(),
  chainName: v.string(),
  address: v.string(),
  codeHash: v.string(),
  /** The token standards whose functions the contract has, such as ERC-20. */
  kinds: v.array(v.string()),
  /** The name that the contract states about itself. Like the symbol, it proves nothing, because a contract can state any text. */
  name: v.nullable(v.string()),
  symbol: v.nullable(v.string()),
  owner: v.nullable(
    v.strictObject({
      address: v.string(),
      holder: v.picklist(['nobody', 'wallet', 'contract', 'multisig', 'timelock']),
      text: v.string(),
    }),
  ),
  isPaused: v.nullable(v.boolean()),
  /** The contracts whose code was examined: the requested contract, and those to which it forwards its calls. */
  looked: v.array(
    v.strictObject({
      address: v.string(),
      role: v.picklist(['contract', 'implementation', 'beacon']),
      codeHash: v.string(),
      bytes: v.number(),
      functions: v.number(),
      /** The kind of proxy that the contract is, such as eip-1967; null when it is no proxy. */
      proxy: v.nullable(v.string()),
    }),
  ),
  source: v.strictObject({
    kind: v.picklist(['verified', 'unverified', 'not-asked', 'failed']),
    contractName: v.nullable(v.string()),
    compiler: v.nullable(v.string()),
    files: v.number(),
    problem: v.nullable(v.string()),
  }),
  /** The findings of the audit, the most severe first. */
  findings: v.array(
    v.strictObject({
      code: v.string(),
      severity: v.picklist(['high', 'medium', 'low', 'info']),
      contract: v.string(),
      seen: v.string(),
      notLookedAt: v.string(),
    }),
  ),
  notLookedAt: v.array(v.string()),
  auditedAt: v.string(),
  /** True when the result of an earlier audit of the same code is shown. */
  isCached: v.boolean(),
  quota: v.strictObject({ limit: v.number(), used: v.number(), left: v.number(), isCharged: v.boolean() }),
});

/** An NFT. Strangers wrote the texts of its collection and metadata. The texts are truncated, and clients must show them as plain text. */
export const nftInfoSchema = v.strictObject({
  chainId: v.number(),
  chainName: v.string(),
  contract: v.string(),
  /** The NFT's number within its collection; null when the message names only the collection. */
  tokenId: v.nullable(v.string()),
  standard: v.picklist(['ERC-721', 'ERC-1155']),
  collection: v.strictObject({ name: v.nullable(v.string()), symbol: v.nullable(v.string()) }),
  /** The owner of the NFT, if it is an ERC-721 token. */
  owner: v.nullable(v.string()),
  isOwn: v.boolean(),
  /** Number of units of the NFT that the wallet has, if it is an ERC-1155 token. */
  balance: v.nullable(v.string()),
  /** The URI of the NFT's metadata, as the contract states it. */
  uri: v.nullable(v.string()),
  metadata: v.nullable(
    v.strictObject({
      name: v.nullable(v.string()),
      description: v.nullable(v.string()),
      /** The URL of the NFT's picture. The service does not load the picture. */
      image: v.nullable(v.string()),
      imageProblem: v.nullable(v.string()),
      attributes: v.array(v.strictObject({ trait: v.string(), value: v.string() })),
      notShown: v.number(),
    }),
  ),
  /** Where the NFT's metadata was read: in the contract's answer itself (`data`), over IPFS, or from a web server. */
  metadataFrom: v.nullable(v.picklist(['data', 'ipfs', 'web'])),
  /** Why the NFT's metadata could not be read; null when it was read. */
  problem: v.nullable(v.string()),
});
