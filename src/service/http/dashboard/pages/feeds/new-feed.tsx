import {
  createFromKeywordSchema,
  createFromUrlSchema,
  KEYWORD_MODES,
  LENGTHS,
  MODE_LABELS,
} from '../../../../../contract/index.js';
import { ServiceError } from '../../../../core/errors.js';
import { createFeed } from '../../../../feeds/create-feed.js';
import { parseOrRefuse } from '../../../error-response.js';
import type { HttpDeps } from '../../../http-deps.js';
import { type Form, readForm } from '../../frame/read-form.js';
import type { PageApp } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { Button, Form as FormElement, SelectField, TextField } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Heading, Notice } from '../../views/pieces.js';

const FACTS = { title: 'Add a feed', section: 'feeds' } as const;

/** `/dashboard/feeds/new`: a feed from an address or from a search of the news. */
export function newFeedPage(app: PageApp, { deps }: HttpDeps): void {
  app.get('/dashboard/feeds/new', (context) => page(context, FACTS, <NewFeed values={{}} />));
  app.post('/dashboard/feeds/new', async (context) => {
    const form = await readForm(context);
    try {
      const { feed, created } = await createFeed(
        deps,
        context.get('session').account,
        bodyOf(form),
      );
      return seeOther(context, `feeds/${feed.id}`, created ? 'feed-created' : 'feed-known');
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      const values = Object.fromEntries(FIELDS.map((name) => [name, form.text(name)]));
      return page(
        context,
        { ...FACTS, status: 400 },
        <NewFeed values={values} error={error.message} />,
      );
    }
  });
}

const FIELDS = ['url', 'keyword', 'region', 'mode'] as const;
type Values = Partial<Record<(typeof FIELDS)[number], string>>;

/** @throws ServiceError INVALID_FIELD */
function bodyOf(form: Form) {
  if (form.has('url')) return parseOrRefuse(createFromUrlSchema, { url: form.text('url') });
  const region = form.text('region');
  const mode = form.text('mode');
  return parseOrRefuse(createFromKeywordSchema, {
    keyword: form.text('keyword'),
    ...(region === '' ? {} : { region }),
    ...(mode === '' ? {} : { mode }),
  });
}

const MODES = [
  ['', 'Decide by the words'],
  ...KEYWORD_MODES.map((mode) => [mode, MODE_LABELS[mode].choice] as const),
] as const;

function NewFeed({ values, error }: { values: Values; error?: string }) {
  return (
    <>
      <Heading title="Add a feed" sub="The source is read at once, which can take half a minute." />
      {error && (
        <Notice tone="bad">
          <p>{error}</p>
        </Notice>
      )}
      <div class="columns">
        <FormElement action="feeds/new" class="card fields">
          <h2>From a website or a feed</h2>
          <TextField
            name="url"
            label="Address"
            hint="A page, or an RSS, Atom or JSON feed. A page without a feed is turned into one."
            value={values.url ?? ''}
            required
            maxLength={LENGTHS.url}
          />
          <Button>Add this feed</Button>
        </FormElement>
        <FormElement action="feeds/new" class="card fields">
          <h2>From the news</h2>
          <TextField
            name="keyword"
            label="Keyword or headline"
            value={values.keyword ?? ''}
            required
            maxLength={LENGTHS.keyword}
          />
          <TextField
            name="region"
            label="Country and language"
            hint="Such as US:en or DE:de; US:en when left empty."
            value={values.region ?? ''}
            maxLength={20}
          />
          <SelectField name="mode" label="Meant as" options={MODES} value={values.mode ?? ''} />
          <Button>Add this search</Button>
        </FormElement>
      </div>
    </>
  );
}
