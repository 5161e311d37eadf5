import { untilServed } from '../../connection/until-served.js';
import type { Context } from '../../verbs/context.js';

/** Prints a link to the dashboard and opens it on request. */
export async function showDashboard(context: Context, { open }: { open: boolean }): Promise<void> {
  if (open) await context.during('Waiting for feedctl serve', () => untilServed(context));
  const client = await context.client();
  const link = await context.during('Requesting a link', () =>
    client.createDashboardLink({ signal: context.signal }),
  );
  const { output, notes } = context;
  if (output.format === 'table') {
    await output.say(link.url);
    await notes.note('The link signs in one browser, works once and expires in 10 minutes.');
  } else {
    await output.value(link);
  }
  if (open) await openInBrowser(context, link.url);
}

/** A missing browser is not an error: the link was already printed. */
async function openInBrowser({ notes }: Context, url: string): Promise<void> {
  const { default: open } = await import('open');
  await open(url).catch(() => notes.note('No browser could be opened. Open the link yourself.'));
}
