import {
  type FeedSettings,
  formatQuietHours,
  INTERVAL_RULE,
  parseInterval,
  parseQuietHours,
  QUIET_HOURS_RULE,
  type UpdateFeedSettingsBody,
} from '../../../../../contract/index.js';
import type { Form } from '../../frame/read-form.js';
import { Button, Form as FormElement, TextField } from '../../views/form.js';

/** What is in the fields. */
export interface ScheduleValues {
  interval: string;
  quietHours: string;
  fullText: boolean;
}

export type ScheduleErrors = Partial<Record<'interval' | 'quietHours', string>>;

export function scheduleValues({
  interval = 'auto',
  quietHours = '',
  full_text: fullText = false,
}: FeedSettings): ScheduleValues {
  return { interval, quietHours, fullText };
}

export function readSchedule(form: Form): ScheduleValues {
  return {
    interval: form.text('interval') || 'auto',
    quietHours: form.text('quietHours'),
    fullText: form.has('fullText'),
  };
}

/** The change of the settings, or what is wrong with each field. */
export function scheduleChange(
  values: ScheduleValues,
): { body: UpdateFeedSettingsBody } | { errors: ScheduleErrors } {
  const { interval, fullText } = values;
  const quietHours = values.quietHours === '' ? 'none' : values.quietHours;
  const quiet = parseQuietHours(quietHours);
  const errors = {
    ...(parseInterval(interval) === null && { interval: `Enter ${INTERVAL_RULE}.` }),
    ...(quiet === null && {
      quietHours: `Leave it empty, or enter ${QUIET_HOURS_RULE.replace(/^"none", or /, '')}.`,
    }),
  };
  if (quiet === null || Object.keys(errors).length > 0) return { errors };
  return { body: { interval, quietHours: formatQuietHours(quiet), full_text: fullText } };
}

/** When a feed is fetched, and whether the pages of its items are, too. */
export function ScheduleForm(props: {
  id: string;
  values: ScheduleValues;
  errors?: ScheduleErrors | undefined;
}) {
  const { id, values, errors = {} } = props;
  return (
    <FormElement action={`feeds/${id}/schedule`} class="card fields">
      <h2>When it is fetched</h2>
      <TextField
        name="interval"
        label="Interval"
        hint="auto follows the rhythm of the source, paused stops fetching; or a time such as 15m, 6h or 2d."
        value={values.interval}
        error={errors.interval}
        maxLength={20}
      />
      <TextField
        name="quietHours"
        label="Quiet hours"
        hint="Not fetched between two times of day, such as 22:00-06:00 Europe/Berlin."
        value={values.quietHours}
        error={errors.quietHours}
        maxLength={80}
      />
      <label class="choice">
        <input type="checkbox" name="fullText" value="1" checked={values.fullText} />
        Fetch the page of each new item for its full text
      </label>
      <Button>Save</Button>
    </FormElement>
  );
}
