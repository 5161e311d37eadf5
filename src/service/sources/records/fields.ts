import { siteOf } from '../../../base/same/site.js';
import { readDate } from '../parse/read-date.js';
import type { Column } from './columns.js';
import { OWN_TEXT } from './path.js';

/** Sources of the fields of an item in a record: paths, or templates with paths in braces. */
export interface Fields {
  title: string | null;
  link: string | null;
  date: string | null;
  modified: string | null;
  id: string | null;
  text: string | null;
  image: string | null;
  author: string | null;
  tags: string | null;
}

type Role = keyof Fields;

/** A column for a role, with its certainty: 0 to 1. */
export interface Choice {
  column: Column;
  score: number;
}

/** Names and contents of the columns for a role. The first pattern that matches a name counts. */
interface RoleRule {
  names: readonly (readonly [RegExp, number])[];
  /** Score of a column with any other name; 0 if only the name decides. */
  other: number;
  /** 0 to 1: how well the texts suit the role. */
  fits(column: Column, url: string): number;
}

/** Names are compared in lower case, without prefixes, digits and separators. */
const RULES: Readonly<Record<Role, RoleRule>> = {
  title: {
    names: [
      [/^(?:title|headline|heading|titel|titre|titulo|titolo|otsikko|rubrik|nazwa|nadpis)$/, 1],
      [/(?:title|headline)$/, 0.9],
      [/^(?:name|subject|summary|label|event|caption|displayname|nom|nome|nombre|betreff)$/, 0.8],
      [/name$/, 0.55],
      [/^(?:text|message|description|body|content|note)$/, 0.5],
      [/(?:^|_)(?:id|type|status|state|kind|lang|language|author|user|owner|slug)$/, 0.1],
    ],
    other: 0.45,
    fits: (column) => {
      if (fieldShare(column, isAddressValue) > 0.2 || fieldShare(column, isNumber) > 0.5) return 0;
      if (fieldShare(column, isDateValue) > 0.5 || fieldShare(column, isMarkup) > 0.2) return 0.2;
      const words = median(column.texts.map((text) => text.split(/\s+/).length));
      const letters = median(column.texts.map((text) => text.length));
      return (words > 60 || letters > 400 ? 0.4 : 1) * (0.3 + 0.7 * column.distinct);
    },
  },
  link: {
    names: [
      [/(?:avatar|image|img|icon|thumb|logo|photo|picture|poster|banner|video|audio|media)/, 0],
      [
        /(?:download|api|clone|git|ssh|svn|next|prev|first|last|comment|hook|feed|rss|author|user)/,
        0.1,
      ],
      [/^(?:htmlurl|weburl|permalink|canonicalurl|pageurl|fullurl|webpage|landingpage)$/, 1],
      [/^(?:link|url|href|loc|address|uri)$/, 0.9],
      [/(?:url|link|href|uri)$/, 0.6],
      [/^(?:guid|id|alternate|self)$/, 0.5],
      [/^(?:path|slug|permapath)$/, 0.3],
    ],
    other: 0.3,
    fits: (column, url) => {
      const addresses = fieldShare(column, isAddressValue);
      if (addresses < 0.5 || fieldShare(column, isTemplate) > 0.2) return 0;
      const pictures = fieldShare(column, (text) =>
        /\.(?:jpe?g|png|gif|webp|svg)(?:$|\?)/i.test(text),
      );
      const calls = fieldShare(column, (text) => /^https?:\/\/api\.|\/api\//i.test(text));
      const own = fieldShare(
        column,
        (text) => text.startsWith('/') || siteOf(text) === siteOf(url),
      );
      return column.distinct * (1 - pictures) * (1 - 0.7 * calls) * (0.9 + 0.1 * own);
    },
  },
  date: {
    names: [
      [/(?:id|key|nr|number|phone|tel|count|size|price|year)$/, 0],
      [/(?:end|expir|due|until|birth|updat|modif|changed|edited|fetched|crawl|index)/, 0.2],
      [/(?:publi|pubdate|posted|release|issued|aired)/, 1],
      [/^(?:date|datum|fecha|data|paivays|dato|time|timestamp|datetime|when|day)$/, 0.9],
      [/(?:creat|added|submit|filed|start|begin|dtstart|opened|decided|held)/, 0.85],
      [/(?:date|datum|time|_at|at)$/, 0.6],
    ],
    other: 0.4,
    fits: (column) => fieldShare(column, isDateValue),
  },
  modified: {
    names: [[/(?:updat|modif|changed|edited|revis)/, 1]],
    other: 0,
    fits: (column) => fieldShare(column, isDateValue),
  },
  id: {
    names: [
      [/^(?:id|guid|uuid|uid|objectid|identifier|gid)$/, 1],
      [/^(?:key|slug|number|code|nr|no|iid|ref|reference|sku)$/, 0.7],
      [/(?:id|guid|uuid)$/, 0.5],
    ],
    other: 0,
    fits: (column) =>
      column.distinct < 1 || column.share < 1 || countsPlaces(column.texts) ? 0 : 1,
  },
  text: {
    names: [
      [/^(?:content|contenthtml|body|bodyhtml|html|fulltext|article|selftext)$/, 1],
      [/^(?:text|description|message|contenttext|notes?|details?|comment|remarks?)$/, 0.9],
      [/(?:summary|abstract|excerpt|teaser|lead|intro|snippet|subtitle|standfirst)$/, 0.85],
      [/(?:text|description|content|body)$/, 0.7],
    ],
    other: 0.3,
    fits: (column) => {
      if (fieldShare(column, isAddressValue) > 0.5 || fieldShare(column, isNumber) > 0.5) return 0;
      const words = median(column.texts.map((text) => text.split(/\s+/).length));
      return Math.min(1, words / 12) * column.distinct;
    },
  },
  image: {
    names: [
      [/(?:avatar|icon|logo|author|user)/, 0],
      [/(?:image|img|picture|photo|thumb|poster|cover|banner|screenshot)/, 1],
    ],
    other: 0.3,
    fits: (column) => {
      const pictures = fieldShare(column, (text) => /\.(?:jpe?g|png|gif|webp)(?:$|\?)/i.test(text));
      return Math.max(pictures, 0.6 * fieldShare(column, isAddressValue));
    },
  },
  author: {
    names: [[/^(?:authors?|authorname|byline|creators?|by|writers?|publishedby|artist)$/, 1]],
    other: 0,
    fits: (column) =>
      fieldShare(column, isAddressValue) > 0.2 || fieldShare(column, isNumber) > 0.5 ? 0 : 1,
  },
  tags: {
    names: [[/^(?:tags?|categor(?:y|ies)|keywords?|labels?|topics?|genres?|section)$/, 1]],
    other: 0,
    fits: (column) =>
      fieldShare(column, isAddressValue) > 0.2 || fieldShare(column, isNumber) > 0.5 ? 0 : 1,
  },
};

/** Names that only give the form of the value; the name before them counts. */
const FORM = /^(?:rendered|raw|value|plain|html|text|label|name|[a-z]{2}|\$t|_|0)$/;
const PERSON =
  /^(?:author|authors|user|owner|creator|by|account|publisher|sender|assignee|contributor|artist|writer)$/;
/** Factor for each step into an object with another subject, which makes a column less likely. */
const PER_LEVEL = 0.85;
const IN_A_PERSON = 0.15;

/** The columns for a role, the most likely first. @param url address of the document */
export function choicesFor(role: Role, columns: readonly Column[], url: string): Choice[] {
  const rule = RULES[role];
  return columns
    .map((column) => ({ column, score: scoreOf(rule, role, column, url) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function scoreOf(rule: RoleRule, role: Role, column: Column, url: string): number {
  const weight = weightOf(rule, role, column.names);
  return weight === 0 ? 0 : weight * (0.4 + 0.6 * column.share) * rule.fits(column, url);
}

function weightOf({ names, other }: RoleRule, role: Role, steps: readonly string[]): number {
  const plain = steps.map(plainName).filter((name) => name !== plainName(OWN_TEXT));
  let at = plain.length - 1;
  const isIn = (name: string) => names.find(([pattern]) => pattern.test(name))?.[1];
  let weight = isIn(plain[at] ?? '');
  // `title.rendered` and `author.name` count by the step before.
  const outer = at > 0 && FORM.test(plain[at] ?? '') ? isIn(plain[at - 1] ?? '') : undefined;
  if (outer !== undefined) {
    weight = outer;
    at -= 1;
  }
  const isOfPerson = role !== 'author' && plain.slice(0, at + 1).some((name) => PERSON.test(name));
  return (weight ?? other) * PER_LEVEL ** at * (isOfPerson ? IN_A_PERSON : 1);
}

function plainName(name: string): string {
  return name
    .replace(/^@/, '')
    .replace(/^[\w.-]+:(?=.)/, '')
    .toLowerCase()
    .replace(/[\s_-]|\d+$/g, '');
}

/** Minimum score; lower ones are chance. */
const LEAST = 0.25;

/**
 * The columns for title, link and so on. A column has one role; the title may share it if there is
 * no other text.
 */
export function chooseFields(
  columns: readonly Column[],
  url: string,
): { fields: Fields; choices: Readonly<Record<Role, Choice[]>> } {
  const choices = Object.fromEntries(
    ROLES.map((role) => [role, choicesFor(role, columns, url)]),
  ) as Record<Role, Choice[]>;
  const fields: Fields = { ...NO_FIELDS };
  const taken = new Set<string>();
  for (const role of ROLES) {
    const best = choices[role].find(
      ({ column, score }) => score >= LEAST && !(role !== 'id' && taken.has(column.path)),
    );
    if (best === undefined) continue;
    fields[role] = best.column.path;
    taken.add(best.column.path);
  }
  return { fields, choices };
}

/** Roles in the order in which they choose their columns. */
export const ROLES = [
  'title',
  'link',
  'date',
  'modified',
  'text',
  'image',
  'author',
  'tags',
  'id',
] as const satisfies readonly Role[];

export const NO_FIELDS: Fields = {
  title: null,
  link: null,
  date: null,
  modified: null,
  id: null,
  text: null,
  image: null,
  author: null,
  tags: null,
};

function fieldShare({ texts }: Column, test: (text: string) => boolean): number {
  return texts.filter(test).length / Math.max(texts.length, 1);
}

function isAddressValue(text: string): boolean {
  return /^(?:https?:)?\/{1,2}[^\s/][^\s]*$/i.test(text);
}

/** True for a URI template: `https://api.example.com/users{/id}` (RFC 6570). */
function isTemplate(text: string): boolean {
  return /\{[^}]*\}/.test(text);
}

function isNumber(text: string): boolean {
  return /^[+-]?[\d.,\s]+%?$/.test(text);
}

function isDateValue(text: string): boolean {
  return text.length <= 60 && /\d/.test(text) && !/^\d{1,9}$/.test(text) && readDate(text) !== null;
}

function isMarkup(text: string): boolean {
  return /<(?:p|div|br|ul|table|h\d)[\s>/]/i.test(text);
}

/** True if ids only number the records, so that a new record changes those of all others. */
function countsPlaces(texts: readonly string[]): boolean {
  const first = Number(texts[0]);
  return texts.length > 2 && first <= 1 && texts.every((text, at) => Number(text) === first + at);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
