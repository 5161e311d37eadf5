import {
  type FeedSummary,
  LENGTHS,
  updateFeedBodySchema,
  updateFeedSettingsBodySchema,
} from '../../../../../contract/index.js';
import { ServiceError } from '../../../../core/errors.js';
import {
  getFeedDetails,
  getFeedSummary,
  restoreMetadata,
} from '../../../../dashboard/feed-details.js';
import { updateFeed } from '../../../../feeds/edit-feed.js';
import { getFeedSettings, updateFeedSettings } from '../../../../feeds/feed-settings.js';
import { changeSource } from '../../../../refresh/change-source.js';
import { InvalidFields, parseOrRefuse } from '../../../error-response.js';
import type { HttpDeps } from '../../../http-deps.js';
import { type Form, readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { FeedFrame } from '../../views/feed-frame.js';
import {
  ActionButton,
  Button,
  Confirm,
  Form as FormElement,
  TextArea,
  TextField,
} from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Notice } from '../../views/pieces.js';
import {
  quietHoursOf,
  readSchedule,
  type ScheduleErrors,
  ScheduleFields,
  type ScheduleValues,
  scheduleErrors,
  scheduleValues,
} from '../../views/schedule-fields.js';
import { WebhookHint } from '../../views/webhook-form.js';
import { browserWords } from '../new-feed/problems.js';

const PATH = '/dashboard/feeds/:id/settings';

interface Schedule {
  values: ScheduleValues;
  errors: ScheduleErrors;
}

interface Values {
  title: string;
  description: string;
  icon: string;
  customAuthor: string;
}

/** `/dashboard/feeds/:id/settings`: what is shown of the feed, and taking it away. */
export function feedSettingsPage(app: PageApp, { deps }: HttpDeps): void {
  app.get(PATH, async (context) => {
    const id = context.req.param('id');
    return answer(context, await currentValues(context, id));
  });

  app.post(PATH, async (context) => {
    const id = context.req.param('id');
    const { account } = context.get('session');
    const form = await readForm(context);
    const before = await currentValues(context, id);
    try {
      const { metadata, settings } = changesOf(before, form);
      await updateFeed(deps, account, id, metadata);
      await updateFeedSettings(deps, account, id, settings);
      return seeOther(context, `feeds/${id}/settings`, 'feed-saved');
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      return answer(context, valuesOf(form), error.message);
    }
  });

  app.post('/dashboard/feeds/:id/source', async (context) => {
    const url = (await readForm(context)).text('url');
    const id = context.req.param('id');
    try {
      const address = parseOrRefuse(updateFeedBodySchema, { url });
      const { account } = context.get('session');
      await changeSource(deps, account, id, { url: address.url ?? '' });
      return seeOther(context, `feeds/${id}/settings`, 'feed-saved');
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      const message = browserWords(error.message);
      return answer(context, await currentValues(context, id), undefined, undefined, {
        url,
        message,
      });
    }
  });

  app.post('/dashboard/feeds/:id/schedule', async (context) => {
    const values = readSchedule(await readForm(context));
    const id = context.req.param('id');
    const errors = scheduleErrors(values);
    if (Object.keys(errors).length > 0) {
      return answer(context, await currentValues(context, id), undefined, { values, errors });
    }
    await updateFeedSettings(deps, context.get('session').account, id, {
      interval: values.interval || 'auto',
      quiet_hours: quietHoursOf(values) ?? 'none',
      full_text: values.full_text === 'on',
    });
    return seeOther(context, `feeds/${id}/settings`, 'feed-saved');
  });

  app.post('/dashboard/feeds/:id/restore', async (context) => {
    await readForm(context);
    const id = context.req.param('id');
    await restoreMetadata(deps, context.get('session').account, id);
    return seeOther(context, `feeds/${id}/settings`, 'feed-restored');
  });

  async function currentValues(context: PageContext, id: string): Promise<Values> {
    const { account } = context.get('session');
    const { title, description, icon } = await getFeedSummary(deps, account, id);
    const { customAuthor } = await getFeedSettings(deps, account, id);
    return { title, description, icon, customAuthor: customAuthor ?? '' };
  }

  async function answer(
    context: PageContext,
    values: Values,
    error?: string,
    schedule?: Schedule,
    refused?: RefusedSource,
  ) {
    const { account } = context.get('session');
    const id = context.req.param('id') ?? '';
    const feed = await getFeedSummary(deps, account, id);
    const details = await getFeedDetails(deps.store.db, account, id);
    const settings = await getFeedSettings(deps, account, id);
    const isRefused = error !== undefined || schedule !== undefined || refused !== undefined;
    return page(
      context,
      { title: `${feed.title}: settings`, section: 'feeds', status: isRefused ? 400 : 200 },
      <FeedFrame feed={feed} details={details} tab="settings" now={deps.clock.now()}>
        <Settings
          feed={feed}
          values={values}
          schedule={schedule ?? { values: scheduleValues(settings), errors: {} }}
          isOverridden={details.isOverridden}
          error={error}
          refused={refused}
          hasAddress={details.kind === 'feed' || details.kind === 'page'}
        />
      </FeedFrame>,
    );
  }
}

/**
 * Only the values that the owner changed: a sent title becomes an override of the source.
 */
function changesOf(before: Values, form: Form) {
  const after = valuesOf(form);
  const changed = (name: keyof Values) => after[name] !== before[name].trim();
  return {
    metadata: parseOrRefuse(updateFeedBodySchema, {
      ...(changed('title') ? { title: after.title } : {}),
      ...(changed('description') ? { description: after.description } : {}),
      ...(changed('icon') ? { icon: after.icon } : {}),
    }),
    settings: parseOrRefuse(
      updateFeedSettingsBodySchema,
      changed('customAuthor') ? { customAuthor: after.customAuthor || null } : {},
    ),
  };
}

function valuesOf(form: Form): Values {
  return {
    title: form.text('title'),
    description: form.text('description'),
    icon: form.text('icon'),
    customAuthor: form.text('customAuthor'),
  };
}

function Restore({ at }: { at: string }) {
  return (
    <div class="card">
      <h2>Back to the source’s own</h2>
      <p class="muted">Title, description and icon follow the source again.</p>
      <ActionButton action={`${at}/restore`} label="Use the source’s own" small />
    </div>
  );
}

interface SettingsProps {
  feed: FeedSummary;
  values: Values;
  schedule: Schedule;
  isOverridden: boolean;
  error: string | undefined;
  refused: RefusedSource | undefined;
  hasAddress: boolean;
}

interface RefusedSource {
  url: string;
  message: string;
}

function SourceForm({ feed, refused }: Pick<SettingsProps, 'feed' | 'refused'>) {
  return (
    <FormElement action={`feeds/${feed.id}/source`} class="card fields">
      <h2>Where it comes from</h2>
      {refused && (
        <Notice tone="bad">
          <p>{refused.message}</p>
        </Notice>
      )}
      <TextField
        name="url"
        label="Address"
        hint="The new address is read first. The feed keeps its items and its own address."
        value={refused?.url ?? feed.source_url}
        maxLength={LENGTHS.url}
      />
      <Button>Change the address</Button>
    </FormElement>
  );
}

function Settings(props: SettingsProps) {
  const { feed, values, schedule, isOverridden, error, refused, hasAddress } = props;
  const at = `feeds/${feed.id}`;
  return (
    <div class="columns">
      <FormElement action={`${at}/settings`} class="card fields">
        <h2>What readers see</h2>
        {error && (
          <Notice tone="bad">
            <p>{error}</p>
          </Notice>
        )}
        <TextField
          name="title"
          label="Title"
          hint="Once changed here, it stays as it is whatever the source says."
          value={values.title}
          maxLength={LENGTHS.title}
        />
        <TextArea
          name="description"
          label="Description"
          value={values.description}
          maxLength={LENGTHS.description}
        />
        <TextField
          name="icon"
          label="Icon"
          hint="Address of an image. The service fetches it; your browser does not ask its site."
          value={values.icon}
          maxLength={LENGTHS.url}
        />
        <TextField
          name="customAuthor"
          label="Author"
          hint="Named for every item. Leave it empty to keep the authors of the source."
          value={values.customAuthor}
          maxLength={LENGTHS.title}
        />
        <Button>Save</Button>
      </FormElement>
      <div class="stack">
        <FormElement action={`${at}/schedule`} class="card fields">
          <h2>When it is fetched</h2>
          <ScheduleFields {...schedule} canPause />
          <Button>Save</Button>
        </FormElement>
        {hasAddress && <SourceForm feed={feed} refused={refused} />}
        {isOverridden && <Restore at={at} />}
        <WebhookHint scope={feed.id} what="feed" />
        <div class="card">
          <h2>Delete this feed</h2>
          <p class="muted">Its items go with it, and its address stops working.</p>
          <Confirm action={`${at}/delete`} ask="Delete…" label="Delete permanently">
            This cannot be undone. The feed also leaves its bundles.
          </Confirm>
        </div>
      </div>
    </div>
  );
}
