import './jump-to-time.css';
import { useState } from 'preact/hooks';
import { asApiError } from '../../data/api.ts';
import { announce, toast } from '../../kit/announce.tsx';
import { Button } from '../../kit/button.tsx';
import { formatLocal, localInputValue } from '../../kit/format.ts';
import type { HistorySource } from './history-source.ts';
import { revisionBefore } from './revision-before.ts';

/** Shows the revision that an actor had at a time that the user enters. */
export function JumpToTime({ source, fromMs, goTo }: { source: HistorySource; fromMs: number; goTo: (revision: number) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isLooking, setLooking] = useState(false);
  const jump = async (event: Event) => {
    event.preventDefault();
    const timeMs = Date.parse(text);
    if (Number.isNaN(timeMs)) return;
    setLooking(true);
    try {
      const revision = await revisionBefore(source, timeMs);
      if (revision === null) toast(`No revision before ${formatLocal(timeMs)} is stored. This is the oldest one.`);
      else announce(`Revision ${revision} was current at ${formatLocal(timeMs)}.`);
      goTo(revision ?? source.oldest);
      setOpen(false);
    } catch (error) {
      toast(`The time could not be looked up: ${asApiError(error).message}`, 'bad');
    }
    setLooking(false);
  };
  if (!isOpen) {
    return (
      <Button
        look="quiet"
        onClick={() => {
          setText(localInputValue(fromMs));
          setOpen(true);
        }}
      >
        Go to a time
      </Button>
    );
  }
  return (
    <form class="jump-to-time" onSubmit={jump}>
      <input
        type="datetime-local"
        step={1}
        aria-label="Local time"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        autofocus
      />
      <Button type="submit" disabled={isLooking}>
        {isLooking ? 'Looking …' : 'Go'}
      </Button>
      <Button look="quiet" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </form>
  );
}
