import type { FoundItem } from '../fields/extract.js';
import { identityOf, isSamePage, unwrapRedirect } from '../page/address.js';
import { onceASurvey, type Survey } from '../survey.js';
import {
  asList,
  asText,
  imageAddress,
  isObject,
  type Json,
  type JsonObject,
  namesOf,
  parseLooseJson,
  plainText,
} from './json.js';

/** Types of schema.org that are items of a list; containers never are. */
const ITEM_TYPES =
  /(?:^|\/|#|:)(?:\w*Article|BlogPosting|LiveBlogPosting|Report|\w*Posting|CreativeWork|Product|ProductGroup|\w*Event|Recipe|VideoObject|Clip|AudioObject|PodcastEpisode|\w*Episode|Book|Course|Movie|Review|Dataset|\w*Listing|Apartment|House|Residence|Accommodation|Vehicle|Car|SoftwareApplication|HowTo|Question|QAPage|Photograph|ImageObject|PublicationIssue|Legislation|Game|VideoGame)$/;
const NO_LISTS =
  /(?:BreadcrumbList|SiteNavigationElement|WPHeader|WPFooter|SearchAction|Organization|Person|WebSite|FAQPage)$/;
/** Properties that lead from a container to its items. */
const CONTENT = [
  'itemListElement',
  'item',
  'blogPost',
  'blogPosts',
  'mainEntity',
  'hasPart',
  '@graph',
  'dataFeedElement',
  'episode',
  'event',
  'review',
  'workExample',
];
/** Objects looked at on one page. */
const MAX_OBJECTS = 20_000;

/** Everything in a page's JSON-LD that is an item with an address. */
export const jsonLdItems = onceASurvey((survey): readonly FoundItem[] => {
  const items: FoundItem[] = [];
  for (const script of survey.page.scripts) {
    if (script.type !== 'application/ld+json' || script.text.length > 2_000_000) continue;
    const value = parseLooseJson(script.text);
    if (value !== undefined) collect(survey, value, items);
  }
  return items;
});

function collect(survey: Survey, start: Json, items: FoundItem[]): void {
  const queue: Json[] = [start];
  for (let at = 0; at < queue.length && at < MAX_OBJECTS; at += 1) {
    const value = queue[at] ?? null;
    if (Array.isArray(value)) {
      for (const one of value) queue.push(one);
      continue;
    }
    if (!isObject(value)) continue;
    const types = asList(value['@type']).map(asText);
    if (types.some((type) => NO_LISTS.test(type))) continue;
    const isListItem = types.some((type) => /ListItem$/.test(type));
    if (types.some((type) => ITEM_TYPES.test(type)) || (isListItem && !isObject(value.item))) {
      const item = toItem(survey, value);
      if (item !== null) items.push(item);
    }
    queue.push(...contentOf(value));
  }
}

function contentOf(value: JsonObject): Json[] {
  return CONTENT.map((key) => value[key]).filter(
    (content): content is Json => content !== undefined && typeof content !== 'string',
  );
}

function toItem(survey: Survey, value: JsonObject): FoundItem | null {
  const { page, dates } = survey;
  const address = page.resolve(addressOf(value));
  if (address === null || isSamePage(address, page.url)) return null;
  const url = unwrapRedirect(address);
  const published = asText(
    value.datePublished ??
      value.dateCreated ??
      value.uploadDate ??
      value.datePosted ??
      value.dateModified,
  );
  const image = imageAddress(
    value.image ?? value.thumbnailUrl ?? value.thumbnail ?? value.primaryImageOfPage,
  );
  return {
    url,
    identity: identityOf(url),
    title: plainText(asText(value.headline ?? value.name ?? value.title)),
    date: published === '' ? null : (dates.machine(published)?.time ?? null),
    image: image === '' ? null : page.resolve(image),
    authors: namesOf(value.author ?? value.creator),
    description: plainText(asText(value.description ?? value.abstract)),
  };
}

function addressOf(value: JsonObject): string {
  const candidates = [value.url, value.mainEntityOfPage, value['@id'], value.item, value.link];
  for (const candidate of candidates) {
    const text = isObject(candidate)
      ? asText(candidate['@id'] ?? candidate.url)
      : asText(asList(candidate)[0]);
    if (text !== '' && !/^(?:#|_:|urn:)/.test(text) && !/#\/?schema/.test(text)) return text;
  }
  return '';
}
