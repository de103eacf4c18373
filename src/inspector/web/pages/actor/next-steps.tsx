import './next-steps.css';
import type { NextStep } from '../../../../values/inspection/why.ts';
import { guardText } from '../chart/line-text.ts';

/** Lists in words the events that may move the actor out of its current state. */
export function NextSteps({ next }: { next: readonly NextStep[] }) {
  if (next.length === 0) return null;
  return (
    <table class="table next-steps">
      <caption>Possible next events</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Comes from</th>
          <th scope="col">Leads to</th>
          <th scope="col">If</th>
        </tr>
      </thead>
      <tbody>
        {next.map(({ event, from, targets, guard }, index) => (
          <tr key={index}>
            <th scope="row">{event === '' ? 'at once' : event}</th>
            <td>{from}</td>
            <td>{targets.length === 0 ? 'stays' : targets.join(', ')}</td>
            <td>{guard === null ? '' : guardText(guard)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
