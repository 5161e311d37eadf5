import { ServiceError } from '../../../core/errors.js';
import {
  endSession,
  SESSION_LIFE_MS,
  type SessionLife,
  startSession,
} from '../../../dashboard/sessions.js';
import { consumeSignInLink, isUsableLink } from '../../../dashboard/sign-in-links.js';
import type { HttpDeps } from '../../http-deps.js';
import { usedFrom } from '../../used-from.js';
import { clearCookie, readCookie, writeCookie } from '../frame/cookies.js';
import { type Form, readForm } from '../frame/read-form.js';
import type { PageApp, PageContext } from '../frame/requests.js';
import { seeOther } from '../frame/responses.js';
import { SignInLimit } from '../sign-in/sign-in-limit.js';
import { Button, Form as FormElement, TextField } from '../views/form.js';
import { page } from '../views/layout.js';
import { Heading, Notice } from '../views/pieces.js';

/** Longer links cannot be valid. */
const MAX_LINK_LENGTH = 100;

const FACTS = { title: 'Sign in', section: null } as const;

/** `/dashboard/sign-in`: with a one-time link in the address, or with key and secret. */
export function signInPages(app: PageApp, http: HttpDeps): void {
  const limit = new SignInLimit(http.deps.clock);
  app.get('/dashboard/sign-in', async (context) => {
    const link = context.req.query('link');
    if (link === undefined) return page(context, FACTS, <KeyForm />);
    context.header('Referrer-Policy', 'no-referrer');
    const usable = link.length <= MAX_LINK_LENGTH && (await isUsableLink(http.deps, link));
    if (!usable) return page(context, { ...FACTS, status: 410 }, <KeyForm error={ENDED_LINK} />);
    // Checking does not consume the link, because link previews also open it.
    return page(context, FACTS, <LinkForm link={link} />);
  });

  app.post('/dashboard/sign-in', async (context) => {
    const form = await readForm(context);
    const life: SessionLife = form.has('stay') ? 'device' : 'visit';
    const signedIn = form.has('link')
      ? await consumeSignInLink(http.deps, form.text('link'), life)
      : await withKey(context, http, form, life);
    if (signedIn !== null) return enter(context, http, signedIn.token, life);
    limit.noteFailure(context.env.clientAddress);
    const error = form.has('link') ? ENDED_LINK : WRONG_KEY;
    return page(
      context,
      { ...FACTS, status: form.has('link') ? 410 : 401 },
      <KeyForm error={error} apiKey={form.text('api_key')} />,
    );
  });
}

const ENDED_LINK =
  'This link was already used, or its time is over. Create another one: feedctl dashboard';
const WRONG_KEY = 'The API key or the secret is wrong, or the key was revoked or has expired.';

async function withKey(
  context: PageContext,
  { authenticate, deps }: HttpDeps,
  form: Form,
  life: SessionLife,
) {
  const apiKey = form.text('api_key');
  const account = await authenticate(apiKey, form.text('api_secret'), () =>
    usedFrom(context.req.header('User-Agent'), context.env.clientAddress),
  );
  if (account === null) return null;
  const holder = { accountId: account.id, apiKey };
  return startSession(deps.store.db, holder, { now: deps.clock.now(), life });
}

/** Ends an earlier session of the browser. */
async function enter(
  context: PageContext,
  { deps }: HttpDeps,
  token: string,
  life: SessionLife,
): Promise<Response> {
  const before = readCookie(context, 'session');
  if (before !== undefined) await endSession(deps, before);
  clearCookie(context, 'visitor');
  writeCookie(context, 'session', token, SESSION_LIFE_MS[life]);
  return seeOther(context, 'items');
}

/** `/dashboard/sign-out`, for signed-in users. */
export function signOut(app: PageApp, { deps }: HttpDeps): void {
  app.post('/dashboard/sign-out', async (context) => {
    await readForm(context);
    const token = readCookie(context, 'session');
    if (token !== undefined) await endSession(deps, token);
    clearCookie(context, 'session');
    return seeOther(context, 'sign-in', 'signed-out');
  });
  app.get('/dashboard/sign-out', () => {
    throw new ServiceError('NOT_FOUND', 'To sign out, use the button at the top of every page.');
  });
}

function LinkForm({ link }: { link: string }) {
  return (
    <div class="card narrow centred">
      <Heading title="Sign in to feedctl" />
      <p class="muted">This link works once.</p>
      <FormElement action="sign-in" class="fields">
        <input type="hidden" name="link" value={link} />
        <Stay />
        <Button>Sign in</Button>
      </FormElement>
    </div>
  );
}

function Stay() {
  return (
    <label class="choice">
      <input type="checkbox" name="stay" value="on" />
      Stay signed in on this device for half a year, not a week
    </label>
  );
}

function KeyForm({ error, apiKey = '' }: { error?: string; apiKey?: string }) {
  return (
    <div class="card narrow centred">
      <Heading title="Sign in to feedctl" />
      {error && (
        <Notice tone="bad">
          <p>{error}</p>
        </Notice>
      )}
      <p class="muted">
        Run <code>feedctl dashboard</code> in a terminal for a link that signs you in, or use an API
        key.
      </p>
      <FormElement action="sign-in" class="fields">
        <TextField
          name="api_key"
          label="API key"
          hint="It starts with c_."
          value={apiKey}
          autocomplete="username"
          required
          maxLength={200}
        />
        <TextField
          name="api_secret"
          label="API secret"
          hint="It starts with s_."
          type="password"
          autocomplete="current-password"
          required
          maxLength={200}
        />
        <Stay />
        <div>
          <Button>Sign in</Button>
        </div>
      </FormElement>
    </div>
  );
}
