import type { RenderChoice } from '../../contract/index.js';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { ServiceError } from '../core/errors.js';
import { SourceError } from '../fetch/index.js';
import { isRendered } from './reading-state.js';
import type { ReadingState, UrlSource } from './source-reader.js';

interface Rendering {
  render: RenderChoice;
  steps: readonly string[];
}

/**
 * Checks the settings for the browser before anything is fetched. @throws ServiceError
 * INVALID_FIELD
 */
export function checkRendering({ render, steps }: Rendering, hasBrowser: boolean): void {
  if (render === 'never' && steps.length > 0) {
    throw invalidRendering('steps', 'require a browser, and "render" is "never"');
  }
  if (render !== 'never' && (render === 'always' || steps.length > 0) && !hasBrowser) {
    throw invalidRendering(
      render === 'always' ? 'render' : 'steps',
      `require a browser. Set ${SERVICE_SETTINGS.browser.name} to the path or address of a Chromium and restart the service`,
    );
  }
}

function invalidRendering(field: string, problem: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `"${field}" ${problem}.`);
}

/** True if the page of a source is opened in a browser, whatever it answers without one. */
export function isAlwaysRendered({ render, steps = [] }: UrlSource): boolean {
  return render === 'always' || (render !== 'never' && (steps?.length ?? 0) > 0);
}

/** True if a later reading opens the page in a browser. */
export function isRenderedNow(source: UrlSource, state: ReadingState): boolean {
  if (source.render === 'never') return false;
  return isRendered(state) || (state.origin === 'page' && isAlwaysRendered(source));
}

/** The failure of a source that needs a browser when none is configured. */
export function withoutBrowser(url: string): SourceError {
  return new SourceError(
    'NEEDS_JAVASCRIPT',
    `${url} is read with a browser, and ${SERVICE_SETTINGS.browser.name} is not set any more. Set it to the path or ` +
      'address of a Chromium.',
  );
}
