import type { Page } from '../../src/generator/page/page.js';
import { recordsOf } from '../../src/generator/strategies/records/find-records.js';
import type { RecordSet } from '../../src/generator/survey/record-list.js';
import { type Survey, surveyPage } from '../../src/generator/survey/survey.js';

export const NOW = Date.parse('2026-03-15T12:00:00Z');

/** A page of some HTML, at /list of a.test. */
export const surveyOf = (html: string, url = 'https://a.test/list'): Survey =>
  surveyPage(`<html><body>${html}</body></html>`, url, NOW);

/** The records around the links whose path begins so. */
export function setOf({ page }: Survey, beginning: string): RecordSet {
  const links = page.links.filter(({ url }) => new URL(url).pathname.startsWith(beginning));
  return { family: 'path', signature: beginning, ...recordsOf(page, links) };
}

/** What a range of positions says. */
export const textBetween = (page: Page, start: number, end: number): string =>
  page.texts
    .list(start, end)
    .map(({ text }) => text.trim())
    .join(' ');
