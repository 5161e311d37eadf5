/**
 * The words of items, written by words/index-items.ts in the transaction that writes the items, under
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
];

/** `fastupdate = off`: a search would read the list of what is not in the index yet, up to 4 MB, each time. */
export const postgresSearch: readonly string[] = [
  `create table item_words (
    number bigint primary key references items (number)
      on update cascade on delete cascade,
    words tsvector not null
  )`,
  'create index item_words_words on item_words using gin (words) with (fastupdate = off)',
];
