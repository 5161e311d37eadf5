import {
  type FeedSettings,
  INTERVAL_RULE,
  parseInterval,
  parseQuietHours,
} from '../../../../contract/index.js';
import type { Form } from '../frame/read-form.js';
import { SelectField, TextField } from './form.js';

const FIELDS = ['interval', 'quiet_from', 'quiet_to', 'quiet_zone', 'full_text'] as const;

/** What is in the fields; "" for nothing. */
export type ScheduleValues = Partial<Record<(typeof FIELDS)[number], string>>;

export type ScheduleErrors = Partial<Record<'interval' | 'quiet_from', string>>;

export const INTERVALS = [
  ['auto', 'Automatic: follows the source'],
  ['15m', 'Every 15 minutes'],
  ['30m', 'Every 30 minutes'],
  ['1h', 'Every hour'],
  ['3h', 'Every 3 hours'],
  ['6h', 'Every 6 hours'],
  ['12h', 'Every 12 hours'],
  ['1d', 'Every day'],
  ['7d', 'Every week'],
] as const;

interface ScheduleProps {
  values: ScheduleValues;
  errors: ScheduleErrors;
  /** Whether the feed can be paused: a new one cannot. */
  canPause?: boolean;
}

/** How often a feed is fetched, when not, and whether the pages of its items are fetched, too. */
export function ScheduleFields({ values, errors, canPause = false }: ScheduleProps) {
  const { interval = 'auto', quiet_from: from, quiet_to: to, quiet_zone: zone } = values;
  return (
    <>
      <SelectField
        name="interval"
        label="Fetch"
        options={intervalOptions(interval, canPause)}
        value={interval || 'auto'}
        error={errors.interval}
      />
      <details open={Boolean(from || to || errors.quiet_from)}>
        <summary>Quiet hours</summary>
        <div class="columns spaced">
          <TextField
            name="quiet_from"
            label="Not fetched from"
            type="time"
            value={from ?? ''}
            error={errors.quiet_from}
          />
          <TextField name="quiet_to" label="Until" type="time" value={to ?? ''} />
          <TextField
            name="quiet_zone"
            label="Time zone"
            hint="Such as UTC or Europe/Berlin."
            value={zone || 'UTC'}
            maxLength={50}
          />
        </div>
      </details>
      <label class="choice">
        <input type="checkbox" name="full_text" value="on" checked={values.full_text === 'on'} />
        Fetch the full text of each new item from its page
      </label>
    </>
  );
}

/** Other intervals are set with the command line, and stay. */
function intervalOptions(current: string, canPause: boolean): (readonly [string, string])[] {
  const options: (readonly [string, string])[] = [...INTERVALS];
  if (canPause) options.push(['paused', 'Never: paused']);
  const isKnown = current === '' || options.some(([value]) => value === current);
  return isKnown ? options : [...options, [current, `Every ${current}`]];
}

/** The fields that a feed has now. */
export function scheduleValues(settings: FeedSettings): ScheduleValues {
  const { interval, quiet_hours: quiet = '', full_text: fullText } = settings;
  const [, from = '', to = '', zone = ''] = /^([\d:]+)-([\d:]+) (\S+)$/.exec(quiet) ?? [];
  return {
    interval: interval ?? 'auto',
    ...{ quiet_from: from, quiet_to: to, quiet_zone: zone },
    full_text: fullText ? 'on' : '',
  };
}

export function readSchedule(form: Form): ScheduleValues {
  return Object.fromEntries(FIELDS.map((name) => [name, form.text(name)]));
}

export function scheduleErrors(values: ScheduleValues): ScheduleErrors {
  const { interval = '' } = values;
  const quiet = quietError(values);
  return {
    ...(interval !== '' &&
      parseInterval(interval) === null && { interval: `It must be ${INTERVAL_RULE}.` }),
    ...(quiet !== null && { quiet_from: quiet }),
  };
}

function quietError({ quiet_from: from, quiet_to: to, quiet_zone: zone }: ScheduleValues) {
  if (!from && !to) return null;
  if (!from || !to) return 'Enter both times, or leave both empty.';
  if (from === to) return 'The two times must differ.';
  return parseQuietHours(`${from}-${to} ${zone || 'UTC'}`) === null
    ? 'Enter times such as 22:00 and 06:00, and a time zone such as Europe/Berlin.'
    : null;
}

/** Quiet hours as the settings of a feed take them; undefined for none. */
export function quietHoursOf(values: ScheduleValues): string | undefined {
  const { quiet_from: from, quiet_to: to, quiet_zone: zone } = values;
  return from && to ? `${from}-${to} ${zone || 'UTC'}` : undefined;
}
