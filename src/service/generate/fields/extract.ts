import type { PageRecord } from '../strategies/records/record.js';
import type { Survey } from '../survey.js';
import { authorsOf } from './author.js';
import { dateInAddress, dateOf } from './date.js';
import { descriptionOf } from './description.js';
import { imageOf } from './image.js';
import type { FoundItem } from './item.js';
import { titleHints, titleOf } from './title.js';

/** Reads the fields of every record; those without a title are left out. */
export function extractItems(survey: Survey, records: readonly PageRecord[]): FoundItem[] {
  const { page, dates } = survey;
  const hints = titleHints(page, records, (node) => survey.dateAt.has(node.index));
  const isDate = (text: string) => text.length <= 60 && dates.text(text) !== null;
  const items: FoundItem[] = [];
  for (const record of records) {
    const title = titleOf(page, record, hints).text;
    if (title === '') continue;
    const shown = dateOf(survey, record);
    const date = shown ?? dateInAddress(record.link.url, survey.now);
    items.push({
      url: record.link.url,
      identity: record.link.identity,
      title,
      date,
      ...(shown === null && date !== null ? { dateFromAddress: true } : {}),
      image: imageOf(page, record),
      authors: authorsOf(page, record, isDate),
      description: descriptionOf(page, record, title, hints),
    });
  }
  return items;
}
