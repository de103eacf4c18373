import './badge.css';
import type { ComponentChildren } from 'preact';
import type { HealthState } from '../data/actor-record.ts';
import { type Tone, toneOfStatus } from './status-tone.ts';

/**
 * Shows a word on a colored background. The color only supports the word, because people who cannot distinguish colors must understand the
 * badge too.
 */
export function Badge({ tone = 'plain', title, children }: { tone?: Tone; title?: string; children: ComponentChildren }) {
  return (
    <span class={`badge badge-${tone}`} {...(title === undefined ? {} : { title })}>
      {children}
    </span>
  );
}

const HEALTH: Readonly<Record<HealthState, { readonly tone: Tone; readonly text: string }>> = {
  ok: { tone: 'ok', text: 'ok' },
  'backing-off': { tone: 'warn', text: 'backing off' },
  quarantined: { tone: 'bad', text: 'quarantined' },
};

export function HealthBadge({ state }: { state: HealthState }) {
  const { tone, text } = HEALTH[state];
  return <Badge tone={tone}>{text}</Badge>;
}

/** An actor's public status as a badge. Each actor type has its own statuses; some common words have the same color for all types. */
export function StatusBadge({ status }: { status: string | null }) {
  if (status === null) return <span class="badge-none">no status</span>;
  return <Badge tone={toneOfStatus(status)}>{status}</Badge>;
}
