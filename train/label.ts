import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import {
  choose,
  type FoundItem,
  identityOf,
  itemsOfRecords,
  linkText,
  MAX_ENTRIES,
  rankedLists,
  type Survey,
  surveyPage,
} from '../src/generator/training.js';
import { type FoundPage, readFolder, readHtml, writeLabel } from './pages.js';

const USAGE = `npm run train -- label DIR [--type TYPE] [--next N] [--page NAME [ACTION]]

  without --page   asks for page after page, in a terminal; --next N prints N pages without a label
  --page NAME      shows the page's lists; with an action it labels the page:
    --choose 1,3     these lists together are the items
    --add URL        … and this address (repeat it)
    --drop TEXT      … without the items whose address contains this (repeat it)
    --may TEXT       … those whose address contains this may be missing (repeat it)
    --front          the page has several blocks of stories
    --titles         the titles shown are right, all of them
    --kind WORDS     what the page is: "court opinions"
    --not-list       the page has no list of items
    --unclear        of this page a feed and an error are both fine
    --remove         forget the label
  --items N        prints every item of list N
  --read           prints the page as text, with its links`;

/** Shows the lists of pages and stores which one is right. */
export async function label(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      type: { type: 'string' },
      next: { type: 'string' },
      page: { type: 'string' },
      choose: { type: 'string' },
      add: { type: 'string', multiple: true, default: [] },
      drop: { type: 'string', multiple: true, default: [] },
      may: { type: 'string', multiple: true, default: [] },
      kind: { type: 'string', default: '' },
      items: { type: 'string' },
      front: { type: 'boolean', default: false },
      titles: { type: 'boolean', default: false },
      'not-list': { type: 'boolean', default: false },
      unclear: { type: 'boolean', default: false },
      remove: { type: 'boolean', default: false },
      read: { type: 'boolean', default: false },
    },
  });
  const [directory] = positionals;
  if (directory === undefined) throw new Error(USAGE);
  const folder = readFolder(directory);
  const open = [...folder.pages]
    .filter(([, { label, type }]) => label === null && (values.type ?? type) === type)
    .map(([name]) => name);
  if (values.next !== undefined) {
    for (const name of open.slice(0, Number(values.next))) show(directory, name, pageOf(name));
    console.log(`${open.length} pages have no label yet`);
    return;
  }
  if (values.page === undefined) return ask();
  const name = values.page.replace(/\.html$/, '');
  const page = pageOf(name);
  if (values.remove) return writeLabel(directory, name, null);
  if (values['not-list'] || values.unclear) return store(name, page, []);
  if (values.read) return console.log(readable(surveyOf(directory, name, page)));
  const lists = listsIn(surveyOf(directory, name, page));
  if (values.items !== undefined) {
    for (const item of lists[Number(values.items) - 1] ?? []) console.log(line(item));
    return;
  }
  if (values.choose === undefined) show(directory, name, page, lists);
  else store(name, page, chosen(lists, values.choose));

  function pageOf(name: string): FoundPage {
    const page = folder.pages.get(name);
    if (page === undefined) throw new Error(`${directory} has no page "${name}"`);
    return page;
  }

  function store(name: string, page: FoundPage, items: readonly FoundItem[]): void {
    const { kind, add, drop, may, titles } = values;
    const has = (parts: readonly string[], url: string) => parts.some((part) => url.includes(part));
    const kept = items.filter(({ url }) => !has(drop, url));
    const must = [
      ...kept
        .filter(({ url }) => !has(may, url))
        .map(({ url, title }) => ({ urls: [url], ...(titles ? { title } : {}) })),
      ...add.map((url) => ({ urls: [url] })),
    ];
    const { url } = page;
    const isList = must.length > 0;
    const of = [values.front ? 'front page' : '', kind || page.type].filter(Boolean).join(', ');
    writeLabel(
      directory ?? '',
      name,
      isList
        ? { url, kind: of, must, may: kept.map(({ url }) => url).filter((url) => has(may, url)) }
        : { url, kind: of, notList: true, ...(values.unclear ? { justified: true } : {}) },
    );
    console.log(`${name}: ${isList ? `${must.length} items` : 'no list'}`);
  }

  /** In a terminal: one page after the other. */
  async function ask(): Promise<void> {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    for (const name of open) {
      const page = pageOf(name);
      const lists = show(directory ?? '', name, page);
      const answer = await terminal.question(
        'number(s) of the right list, n for none, u for unclear, Enter to skip, q to quit: ',
      );
      if (answer === 'q') break;
      values.unclear = answer === 'u';
      if (/^\d/.test(answer)) store(name, page, chosen(lists, answer));
      else if (answer === 'n' || answer === 'u') store(name, page, []);
    }
    terminal.close();
  }
}

function surveyOf(directory: string, name: string, { url }: FoundPage): Survey {
  return surveyPage(readHtml(directory, name), url, Date.now());
}

const SHOWN_LISTS = 5;

/** The lists that a page may hold, the most likely first, each with other items. */
export function listsIn(survey: Survey): FoundItem[][] {
  const { best } = choose(survey);
  const lists = [
    ...(best === null ? [] : [best.items]),
    ...rankedLists(survey).map(
      ({ sets }) =>
        itemsOfRecords(
          survey,
          sets.flatMap(({ records }) => records),
        ).items,
    ),
  ];
  const seen = new Set<string>();
  return lists.filter((items) => {
    const key = items
      .map(({ identity }) => identity)
      .sort()
      .join(' ');
    return items.length >= 2 && !seen.has(key) && seen.add(key);
  });
}

function chosen(lists: readonly FoundItem[][], numbers: string): FoundItem[] {
  const items = numbers.split(',').flatMap((number) => {
    const list = lists[Number(number) - 1];
    if (list === undefined) throw new Error(`there is no list ${number}`);
    return list;
  });
  return [...new Map(items.map((item) => [item.identity, item])).values()].slice(0, MAX_ENTRIES);
}

function show(
  directory: string,
  name: string,
  page: FoundPage,
  found?: FoundItem[][],
): FoundItem[][] {
  const survey = surveyOf(directory, name, page);
  const lists = found ?? listsIn(survey);
  console.log(`\n=== ${name}  ${page.type}  ${page.url}\n    ${survey.page.documentTitle}`);
  console.log(
    `    ${survey.page.words.in(survey.page.root)} words, ${survey.page.links.length} links`,
  );
  for (const [at, items] of lists.slice(0, SHOWN_LISTS).entries()) {
    console.log(`  ${at + 1}: ${items.length} items`);
    const middle = Math.floor(items.length / 2);
    const shown = new Set([0, 1, 2, middle, items.length - 2, items.length - 1]);
    for (const place of shown) {
      const item = items[place];
      if (item !== undefined) console.log(`     ${String(place + 1).padStart(3)} ${line(item)}`);
    }
  }
  return lists;
}

function line({ title, url, date }: FoundItem): string {
  const day = date === null ? '' : `  [${new Date(date).toISOString().slice(0, 10)}]`;
  return `${title.slice(0, 80)}${day}  <${shortened(url)}>`;
}

function shortened(url: string): string {
  return url.length > 110 ? `${url.slice(0, 70)}…${url.slice(-38)}` : url;
}

const MAX_LINES = 400;

/** The page as text: one line a block, links with their addresses behind them. */
function readable({ page }: Survey): string {
  const lines: string[] = [];
  let linkEnd = -1;
  let link = '';
  for (const node of page.nodes) {
    if (node.index >= linkEnd && link !== '') {
      lines[lines.length - 1] += ` <${link}>`;
      link = '';
    }
    const found = node.kind === 'element' ? page.linkCount.at(node.index) : undefined;
    if (found !== undefined) {
      linkEnd = found.element.end;
      link = shortened(identityOf(found.url));
      if (page.words.in(found.element) === 0) lines.push(`(${linkText(page, found.element)})`);
    }
    if (node.kind !== 'text' || node.parent.muted) continue;
    const text = node.text.slice(0, 160);
    const mark = /^h[1-6]$/.test(node.parent.tag) ? `${node.parent.tag}: ` : '';
    if (node.gap === '\n' || lines.length === 0) lines.push(mark + text);
    else lines[lines.length - 1] += node.gap + text;
  }
  return lines.slice(0, MAX_LINES).join('\n');
}
