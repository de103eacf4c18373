import './time-range.css';
import { useId } from 'preact/hooks';
import { localInputValue, readTime, zoneName } from './format.ts';

export type TimeRangeValue = {
  /** The first time of the range in ISO 8601 and UTC; empty for no limit. */
  readonly from: string;
  readonly to: string;
};

/** Two fields for the first and the last time of a range, in the browser's time zone. The page's URL contains these times in UTC. */
export function TimeRange({ what, value, onChange }: { what: string; value: TimeRangeValue; onChange: (value: TimeRangeValue) => void }) {
  const id = useId();
  const field = (name: 'from' | 'to', label: string) => (
    <div class="time-range-field">
      <label for={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        type="datetime-local"
        step={1}
        value={value[name] === '' ? '' : localInputValue(Date.parse(value[name]))}
        onChange={({ currentTarget }) => onChange({ ...value, [name]: readTime(currentTarget.value) })}
      />
    </div>
  );
  return (
    <div class="time-range" title={`Local times: ${zoneName()}`}>
      {field('from', `${what} from (${zoneName()})`)}
      {field('to', 'until')}
    </div>
  );
}
