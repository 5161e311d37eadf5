import { ApiError, type DashboardLink } from '../../../client/index.js';
import { untilServed } from '../../connection/until-served.js';
import { CliError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/** Prints a link to the dashboard and opens it on request. */
export async function showDashboard(context: Context, { open }: { open: boolean }): Promise<void> {
  if (open) await context.during('Waiting for feedctl serve', () => untilServed(context));
  const link = await context.during('Requesting a link', () => askForLink(context));
  const { output, notes } = context;
  if (output.format === 'table') {
    await output.say(link.url);
    await notes.note('The link signs in one browser, works once and expires in 10 minutes.');
  } else {
    await output.value(link);
  }
  if (open) await openInBrowser(context, link.url);
}

async function askForLink(context: Context): Promise<DashboardLink> {
  const client = await context.client();
  try {
    return await client.createDashboardLink({ signal: context.signal });
  } catch (error) {
    const isForeign = error instanceof ApiError && error.status === 404;
    if (!isForeign || client.service.version !== null) throw error;
    throw new CliError('The service in use is not a feedctl service, so it has no dashboard.', {
      code: 'NO_DASHBOARD',
      exitCode: 3,
      hint: 'Manage its keys and webhooks on its website. To run a feedctl service: feedctl serve',
      cause: error,
    });
  }
}

/** A missing browser is not an error: the link was already printed. */
async function openInBrowser({ notes }: Context, url: string): Promise<void> {
  const { default: open } = await import('open');
  await open(url).catch(() => notes.note('No browser could be opened. Open the link yourself.'));
}
