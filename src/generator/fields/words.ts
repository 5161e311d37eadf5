/** Class names of the line above a headline, of badges and of labels on one. */
export const KICKER_CLASS =
  /(?:^|[-_])(?:kicker|eyebrow|overline|prefix|category|categories|cat|section|topic|tag|tags|label|badge|flag|pill|chip|rubric|rubrik|dachzeile|spitzmarke|channel|premium|paywall|icon|counter|count|number|rank|index|time|date|meta|byline|author|sponsor(?:ed)?|type|domain|sitebit|host)(?:$|[-_])/i;

/** Class names of a headline. */
export const TITLE_CLASS =
  /(?:^|[-_])(?:title|headline|heading|hed|entry-title|post-title|name|subject|caption-title|tit)(?:$|[-_])|(?:title|headline)$/i;

/** Class names of the owner or publisher of an item: "company-name" is not the name of a title. */
export const OWNER_CLASS =
  /(?:^|[-_])(?:company|employer|organi[sz]ation|brand|vendor|seller|shop|store|site|source|user|author|team|channel)[-_]?(?:name|title)/i;

export const BYLINE_CLASS =
  /(?:^|[-_])(?:author|authors|byline|by-line|writer|creator|credit-author|posted-by|postedby|autor|auteur|autore|user|username|hnuser|poster|submitter|reporter|journalist|contributor)(?:$|[-_])|(?:author|byline)/i;

/** Class names of elements with a date. */
export const DATE_CLASS =
  /(?:^|[-_])(?:date|datum|fecha|data|time|timestamp|published|posted|pubdate|ago|age|day|created|updated)(?:$|[-_])|(?:date|time(?:stamp)?)$/i;

/** Words before a name in a byline. */
export const BY =
  /^(?:(?:written|posted|published|submitted|opened|started|reported)\s+by|\w+ by|by|via|von|par|por|di|da|door|av|af|ad|przez|od|autor(?:in|a|es)?|auteurs?|author|autore|автор|автора|от|yazan|kirjoittaja|tekst|text|текст|文|記者|记者|作者|글|بقلم|लेखक|מאת|από|oleh|bởi)\b[:\s]*|^(?:文|記者|记者|作者|撰文|글|بقلم|लेखक|автор|от|מאת|από)[:：\s]+/iu;

export const AD_CLASS =
  /(?:^|[-_])(?:ad|ads|adv|advert|advertisement|advertorial|sponsor|sponsored|promoted|native-ad|adslot|adunit|dfp|gpt|outbrain|taboola|revcontent|werbung|anzeige|reklame|reklama|publicidad)(?:$|[-_])/i;

/** Paths of pages about persons: the link's text is a name. */
export const AUTHOR_PATH =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|autori?|autore|people|persons?|profiles?|profil|users?|u|by|staff|contributors?|writers?|columnists?|redakt(?:ion|eur)|journalists?|members?|@[^/]+)(?:\/|$)/i;

/** "12.11.2026" or "2026-11-12": a date without the name of a month. */
const IN_DIGITS = /\d{1,4}([./-])\d{1,2}\1\d{1,4}/;

/**
 * True if a text has several words of four letters or more besides the numbers: a date has only the
 * month and the weekday.
 */
export function saysMore(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu)?.length ?? 0;
  return words >= (IN_DIGITS.test(text) ? 2 : 3);
}
