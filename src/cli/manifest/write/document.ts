import { jsonDocument } from '../../output/json.js';
import { isNews, type SourceSpec } from '../../sources/model.js';
import { sourceFields } from '../../sources/source-spec.js';
import { bundleValues, feedValues } from '../../sources/values.js';
import type { Exported } from '../export-account.js';

/** Writes a JSON document, one entry at a time: an account may have 100,000 feeds. */
export function* writeJson(exported: Exported): Generator<string> {
  yield '{\n  "feeds": [';
  yield* elements(feedDocuments(exported));
  yield '],\n  "bundles": [';
  yield* elements(bundleDocuments(exported));
  yield ']\n}\n';
}

function* elements(values: Iterable<object>): Generator<string> {
  let separator = '\n';
  for (const value of values) {
    yield `${separator}    ${jsonDocument(value).trimEnd().replaceAll('\n', '\n    ')}`;
    separator = ',\n';
  }
  if (separator === ',\n') yield '\n  ';
}

/** Readable YAML, one entry at a time. */
export async function writeYaml(exported: Exported): Promise<Iterable<string>> {
  const { yamlDocument } = await import('../../output/yaml.js');
  function* sequence(name: string, values: Iterable<object>): Generator<string> {
    let heading = `${name}:\n`;
    for (const value of values) {
      // "yaml-1.1" quotes texts that older readers would take for a number, a date or a boolean.
      const text = yamlDocument({ [name]: [value] }, { compat: 'yaml-1.1' });
      yield heading + text.slice(name.length + 2);
      heading = '';
    }
    if (heading !== '') yield `${name}: []\n`;
  }
  return (function* document() {
    yield* sequence('feeds', feedDocuments(exported));
    yield* sequence('bundles', bundleDocuments(exported));
  })();
}

function* feedDocuments({ feeds, access }: Exported): Generator<object> {
  for (const feed of feeds) {
    yield { ...sourceFields(feed.source), ...feedValues(feed), access: access.get(feed.id) };
  }
}

function* bundleDocuments({ bundles }: Exported): Generator<object> {
  for (const { name, members, ...values } of bundles) {
    const feeds = members.map(({ source }) => reference(source));
    yield { name, ...bundleValues(values), ...(!values.all_feeds && { feeds }) };
  }
}

/** A member is identified by its source. */
function reference(source: SourceSpec): unknown {
  return isNews(source) || source.mode !== undefined ? sourceFields(source) : source.url;
}
