import { readPage } from '../../../generator/service.js';
import { ServiceError } from '../../core/errors.js';
import { parseJsonOrLines } from '../parse/json-text.js';
import { parsePath, SCRIPT_SEPARATOR, valuesAt } from './path.js';

const SCRIPT = /^(?:script)?(?:#([^\s#.[\]>]+)|\[type=["']?([^"'\]]+)["']?\])?$/i;

/**
 * The values that `items` names in a script of a page. @throws ServiceError INVALID_FIELD if there
 * is no such script, SOURCE_INVALID for broken JSON
 */
export function scriptData(html: string, items: string, url: string): unknown {
  const [selector = '', path = ''] = items.split(SCRIPT_SEPARATOR, 2).map((part) => part.trim());
  const [isScript, id, type] = SCRIPT.exec(selector) ?? [];
  if (isScript === undefined) {
    throw invalidScript(
      `"${selector.slice(0, 100)}" names no script: write script#ID or script[type="TYPE"] before >>`,
    );
  }
  const scripts = readPage(html, url).scripts.filter(
    (script) =>
      (id === undefined || script.id === id) &&
      (type === undefined || script.type === type.toLowerCase()) &&
      /^\s*[[{]/.test(script.text),
  );
  if (scripts.length === 0) {
    throw invalidScript(`the page at ${url} has no script ${selector} with JSON in it`);
  }
  const data = scripts.map(({ text }) =>
    parseJsonOrLines(text, `The script ${selector} of ${url}`),
  );
  return data.flatMap((one) => valuesAt(one, parsePath(path)));
}

function invalidScript(problem: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `selectors.items: ${problem}.`);
}
