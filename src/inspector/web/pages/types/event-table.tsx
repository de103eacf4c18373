import type { ActorEventInfo } from '../../../../values/inspection/actor-type.ts';
import { Badge } from '../../kit/badge.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { fieldsOf } from './event-fields.ts';

export function EventTable({ events }: { events: readonly ActorEventInfo[] }) {
  return (
    <TableScroll of="events">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Comes from</th>
            <th scope="col">Fields</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ type, from, schema }) => (
            <tr key={type}>
              <th scope="row">
                <code>{type}</code>
              </th>
              <td>
                <Badge tone={from === 'outside' ? 'accent' : 'plain'}>{from}</Badge>
              </td>
              <td>{from === 'inside' ? 'sent by the runtime' : fieldsOf(schema)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
