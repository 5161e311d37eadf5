/** What a search for feeds looks through: the title that is shown, and the address. */
const names = (row: string) =>
  `coalesce(${row}title_override, ${row}title) || char(10) || ${row}source_url`;

const isAscii = (text: string) => `length(${text}) = octet_length(${text})`;

const NAMED_NUMBER = '(select number from feed_names where feed_id = new.id)';

/** Written by triggers: a name that any of several statements changes is never found by its old text. */
const indexNames = `insert into feed_trigrams (rowid, names)
    select ${NAMED_NUMBER}, ${names('new.')} where ${isAscii(names('new.'))}`;

/**
 * The parts of three letters of the names of feeds; next to the feeds, which every fetch writes. Names with
 * other letters than those of ASCII are not in it: the stores fold them differently than a search does.
 */
const sqliteNames: readonly string[] = [
  `create table feed_names (
    number integer primary key not null,
    feed_id text not null unique references feeds (id) on delete cascade,
    account_id text not null,
    is_ascii integer not null
  )`,
  'create index feed_names_other on feed_names (account_id) where is_ascii = 0',
  "create virtual table feed_trigrams using fts5(names, content='', contentless_delete=1, tokenize='trigram')",
  `create trigger feeds_named after insert on feeds begin
    insert into feed_names (feed_id, account_id, is_ascii)
      values (new.id, new.account_id, ${isAscii(names('new.'))});
    ${indexNames};
  end`,
  `create trigger feeds_renamed after update of title, title_override, source_url on feeds
  when ${names('new.')} is not ${names('old.')} begin
    update feed_names set is_ascii = ${isAscii(names('new.'))} where feed_id = new.id;
    delete from feed_trigrams where rowid = ${NAMED_NUMBER};
    ${indexNames};
  end`,
  `create trigger feed_names_delete after delete on feed_names
  begin delete from feed_trigrams where rowid = old.number; end`,
];

const pgNames = (row: string) => names(row).replace('char(10)', 'chr(10)');

/** The same; without the extension, which not everybody may create, there is no index of the parts. */
const postgresNames: readonly string[] = [
  `create table feed_names (
    feed_id text primary key references feeds (id) on delete cascade,
    account_id text not null,
    names text not null
  )`,
  `create index feed_names_other on feed_names (account_id) where not ${isAscii('names')}`,
  `create function name_feed() returns trigger language plpgsql as $$ begin
    insert into feed_names (feed_id, account_id, names)
      values (new.id, new.account_id, lower(${pgNames('new.')}))
      on conflict (feed_id) do update set names = excluded.names;
    return null;
  end $$`,
  'create trigger feeds_named after insert on feeds for each row execute function name_feed()',
  `create trigger feeds_renamed after update of title, title_override, source_url on feeds
  for each row when (${pgNames('new.')} is distinct from ${pgNames('old.')})
  execute function name_feed()`,
  `do $$ begin
    create extension if not exists pg_trgm;
    create index feed_names_trigrams on feed_names using gin (names gin_trgm_ops) with (fastupdate = off);
  exception when others then null; end $$`,
];

/**
 * The words of items, written by items/index-items.ts in the transaction that writes the items, under
 * the number of the item.
 *
 * On SQLite `content=''`: only the index is stored, not the words in order. feedctl makes the words, and
 * puts spaces between them; the tokenizer must not divide them further, hence every category. The comment
 * makes this another schema than the one whose items had no words of blocks.
 */
export const sqliteSearch: readonly string[] = [
  `create virtual table item_words using fts5(words, content='', contentless_delete=1,
    tokenize='unicode61 remove_diacritics 0 categories ''L* M* N* P* S* C*''') -- with words of blocks`,
  `create trigger items_words_delete after delete on items
  begin delete from item_words where rowid = old.number; end`,
  ...sqliteNames,
];

/** `fastupdate = off`: a search would read the list of what is not in the index yet, up to 4 MB, each time. */
export const postgresSearch: readonly string[] = [
  `create table item_words (
    number bigint primary key references items (number)
      on update cascade on delete cascade,
    words tsvector not null
  )`,
  'create index item_words_words on item_words using gin (words) with (fastupdate = off)',
  ...postgresNames,
];
