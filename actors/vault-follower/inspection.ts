import type { VaultFollowerContext } from '../../machines/vault-follower.ts';
import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import { address, badge, cell, text } from '../../src/values/inspection/section-values.ts';
import type { Fact } from '../../src/values/inspection/sections.ts';
import { toned } from '../tone-of-code.ts';
import { whyVaultFollower } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: VaultFollowerContext };

/** The inspection of a vault follower (the actor that reads the vaults' events) for operators: up to which block it has read. */
export const followerInspection: InspectionSpec<Snapshot> = {
  title: ({ context: { chainId } }) => [text(`Follower of chain ${chainId}`)],
  why: toned(whyVaultFollower),
  outline: ({ context: { chainId } }) => ({
    related: [{ id: `dca-batch/${chainId}`, relation: 'collects the orders of the vault' }],
  }),
  show({ value, context: { chainId, head, again, lastError } }) {
    const isRunning = value === 'following';
    const facts: readonly Fact[] = [
      { name: 'Chain', value: cell(text(String(chainId))) },
      {
        name: 'Now',
        value: cell(isRunning ? badge('reads', 'accent') : badge('waits'), ...(again ? [text('and will read again after this run')] : [])),
      },
      {
        name: 'Follows up to block',
        value: cell(...(head === null ? [text('none yet')] : [text(String(head.number)), address(head.hash)])),
      },
      ...(lastError === null ? [] : [{ name: 'Last error', value: cell(badge('failed', 'warn'), text(lastError)) }]),
    ];
    return { sections: [{ kind: 'facts', title: 'Following', facts }] };
  },
};
