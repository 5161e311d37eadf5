import type { PageRecord } from '../strategies/records/record.js';
import type { Survey } from '../survey.js';
import { authorsOf } from './author.js';
import { dateContext } from './context-date.js';
import { dateInAddress, dateOf } from './date.js';
import { descriptionOf } from './description.js';
import { imageOf } from './image.js';
import type { FoundItem } from './item.js';
import type { TitleHints } from './title.js';

/** Reads the fields of every record; those without a title are left out. */
export function extractItems(
  survey: Survey,
  titled: readonly { record: PageRecord; title: string }[],
  hints: TitleHints,
): FoundItem[] {
  const { page, dates } = survey;
  const isDate = (text: string) => text.length <= 60 && dates.text(text) !== null;
  const inContext = dateContext(
    survey,
    titled.map(({ record }) => record),
  );
  const items: FoundItem[] = [];
  for (const { record, title } of titled) {
    if (title === '') continue;
    const shown = inContext(record, dateOf(survey, record));
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
