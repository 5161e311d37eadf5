import { parseUrl } from '../../../base/url.js';
import { CliError } from '../../kit/index.js';

/**
 * Opens an address in the user's browser.
 *
 * @throws {CliError} for a non-web address, because a service or a feed may supply any address
 * and some start programs; and when no browser can be started
 */
export async function openBrowser(address: string): Promise<void> {
  const url = parseUrl(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new CliError(`Refusing to open an address that is not http or https: ${address}`, {
      exitCode: 5,
      code: 'NOT_A_WEB_ADDRESS',
    });
  }
  try {
    const { default: open } = await import('open');
    await open(url.href);
  } catch (error) {
    throw new CliError('Could not start a browser.', {
      exitCode: 1,
      code: 'NO_BROWSER',
      detail: error instanceof Error ? error.message : String(error),
      hint: `Open this address yourself: ${url.href}`,
      cause: error,
    });
  }
}
