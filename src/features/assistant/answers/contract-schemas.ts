import * as v from 'valibot';

/** An audit of a contract. Each finding says what was seen, and what was not looked at for it. */
export const auditSchema = v.strictObject({
  chainId: v.number(),
  chainName: v.string(),
  address: v.string(),
  codeHash: v.string(),
  /** Standards whose functions it has, such as ERC-20. */
  kinds: v.array(v.string()),
  /** What the contract itself states; anybody can state anything. */
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
  /** The contract, and the code that it passes its calls on to. */
  looked: v.array(
    v.strictObject({
      address: v.string(),
      role: v.picklist(['contract', 'implementation', 'beacon']),
      codeHash: v.string(),
      bytes: v.number(),
      functions: v.number(),
      /** The form of a proxy that it has, such as eip-1967; null: none. */
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
  /** The most severe first. */
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
  /** True when an earlier result for the same code is shown. */
  isCached: v.boolean(),
  quota: v.strictObject({ limit: v.number(), used: v.number(), left: v.number(), isCharged: v.boolean() }),
});
