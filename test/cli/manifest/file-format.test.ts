import { describe, expect, it } from 'vitest';
import {
  chosenFormat,
  formatByContent,
  formatByName,
} from '../../../src/cli/manifest/file-format.js';

describe('the format of a file', () => {
  it.each([
    ['feeds.YAML', 'yaml'],
    ['a.b.yml', 'yaml'],
    ['subscriptions.xml', 'opml'],
    ['feeds.tsv', 'csv'],
    ['feeds.txt', undefined],
    ['yaml', undefined],
  ])('of the name %s is %s', (name, format) => {
    expect(formatByName(name)).toBe(format);
  });

  it.each([
    ['\ufeff \n<opml>', 'opml'],
    ['{"feeds": []}', 'json'],
    ['[]', 'json'],
    ['url,title\nhttps://example.com,T', 'csv'],
    ['"URL";"rss_feed_url"\r\n', 'csv'],
    ['url\trss_feed_url\rhttps://example.com', 'csv'],
    ['sep=;\nurl;title', 'csv'],
    ['SEP=,', 'csv'],
    ['url,colour\n', 'yaml'],
    ['feeds: []\nsep=;', 'yaml'],
    ['', 'yaml'],
  ])('of the content %j is %s', (content, format) => {
    expect(formatByContent(content)).toBe(format);
  });

  it('is one that was asked for once, or twice alike', () => {
    expect(chosenFormat(undefined, undefined)).toBeUndefined();
    expect(chosenFormat(undefined, 'table')).toBeUndefined();
    expect(chosenFormat('csv', undefined)).toBe('csv');
    expect(chosenFormat(undefined, 'csv')).toBe('csv');
    expect(chosenFormat('csv', 'csv')).toBe('csv');
    expect(() => chosenFormat('csv', 'yaml')).toThrow(/--format csv and --output yaml/);
  });
});
