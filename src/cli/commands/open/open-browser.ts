import { CliError } from '../../kit/index.js';

/**
 * Opens an address in the user's browser.
 *
 * @throws {CliError} for an address that is none of the web's - a service or a feed may name any,
 * and some start programs - and when no browser can be started
 */
export async function openBrowser(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new CliError(`This is no address of a web page, so it was not opened: ${address}`, {
      exitCode: 5,
      code: 'NOT_A_WEB_ADDRESS',
    });
  }
  try {
    const { default: open } = await import('open');
    await open(url.href);
  } catch (error) {
    throw new CliError('No browser could be started here.', {
      exitCode: 1,
      code: 'NO_BROWSER',
      detail: error instanceof Error ? error.message : String(error),
      hint: `Open it yourself: ${url.href}`,
      cause: error,
    });
  }
}
