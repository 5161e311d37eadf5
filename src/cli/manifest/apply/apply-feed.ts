import type { Filters, UpdateFeedBody, UpdateFeedSettingsBody } from '../../../client/index.js';
import { renderSchema } from '../../../contract/rendering.js';
import { makeFeed } from '../../bulk/make-feed.js';
import type { Change, FieldChange, FieldChanges } from '../plan/change.js';
import type { Tools } from './apply-plan.js';

/** Creates a feed and applies the fields of its entry. Returns its id. */
export async function createFeed(
  change: Extract<Change, { action: 'create'; kind: 'feed' }>,
  tools: Tools,
): Promise<string> {
  const { title, description, icon, customAuthor, interval, quietHours, fullText, filters } =
    change.entry;
  const access = tools.secrets?.created.get(change);
  const { feed } = await makeFeed(tools.client, change.entry.source, { ...tools, access, filters });
  await patch(feed.id, tools, {
    // Skip values that the source already set: at a rate-limited service each request costs a second.
    ...(title === undefined || title === feed.title ? {} : { title }),
    ...(description === undefined || description === feed.description ? {} : { description }),
    ...(icon === undefined || icon === feed.icon ? {} : { icon }),
  });
  await set(feed.id, tools, {
    ...(customAuthor === undefined || customAuthor === null ? {} : { customAuthor }),
    ...(interval === undefined || interval === 'auto' ? {} : { interval }),
    ...(quietHours === undefined || quietHours === 'none' ? {} : { quietHours }),
    ...(fullText && { full_text: true }),
  });
  return feed.id;
}

export async function updateFeed(
  change: Extract<Change, { action: 'update'; kind: 'feed' }>,
  tools: Tools,
): Promise<string> {
  const { id, fields } = change;
  const { customAuthor, interval, quietHours, full_text, ...others } = fields;
  const { filters, render, steps, access: _, ...texts } = others;
  const access = tools.secrets?.updated.get(change);
  await patch(id, tools, {
    ...newValues(texts),
    ...newFilters(filters),
    ...newRendering({ render, steps }),
    ...(access !== undefined && { access }),
  });
  await set(id, tools, {
    ...(customAuthor === undefined ? {} : { customAuthor: customAuthor.to }),
    ...(interval === undefined ? {} : { interval: interval.to ?? 'auto' }),
    ...(quietHours === undefined ? {} : { quietHours: quietHours.to ?? 'none' }),
    ...(full_text === undefined ? {} : { full_text: full_text.to === 'true' }),
  });
  return id;
}

/** The new values of the fields. */
export function newValues(fields: FieldChanges): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { to }]) => [name, to ?? '']));
}

function newRendering({ render, steps }: Partial<FieldChanges>): UpdateFeedBody {
  const choice = renderSchema.safeParse(render?.to);
  return {
    ...(choice.success && { render: choice.data }),
    ...(steps !== undefined && { steps: JSON.parse(steps.to ?? '[]') as string[] }),
  };
}

/** The new filters; null removes them. */
export function newFilters(change: FieldChange | undefined): { filters?: Filters | null } {
  if (change === undefined) return {};
  return { filters: change.to === null ? null : (JSON.parse(change.to) as Filters) };
}

async function patch(id: string, tools: Tools, body: UpdateFeedBody): Promise<void> {
  if (Object.keys(body).length === 0) return;
  await tools.client.updateFeed(id, body);
}

async function set(id: string, tools: Tools, body: UpdateFeedSettingsBody): Promise<void> {
  if (Object.keys(body).length === 0) return;
  await tools.client.updateFeedSettings(id, body);
}
