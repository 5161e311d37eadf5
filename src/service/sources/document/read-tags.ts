import { Tokenizer } from 'htmlparser2';

/** Receives the tags and texts of a page, in order. Names are in lower case. */
interface TagReader {
  open(name: string, attributes: Readonly<Record<string, string>>, tag: Tag): void;
  text(text: string): void;
  close(name: string, tag: Tag): void;
  comment?(tag: Pick<Tag, 'start' | 'end'>): void;
}

/** Position of a tag in the page. */
export interface Tag {
  /** Offset of its `<`; `end` is after its `>`. */
  start: number;
  end: number;
  /** True if it is written as `<a/>`. */
  isEmpty: boolean;
}

/**
 * Reads the tags of a page as written, in linear time and without a stack. The first of two
 * attributes with one name counts; scripts and styles contain no tags.
 */
export function readTags(html: string, reader: TagReader): void {
  let name = '';
  let attribute = '';
  let value = '';
  let attributes: Record<string, string> = {};
  let tagStart = 0;
  const opened = (bracket: number, isEmpty: boolean) => {
    reader.open(name, attributes, { start: tagStart, end: bracket + 1, isEmpty });
    attributes = {};
  };
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: true },
    {
      onopentagname(start, end) {
        tagStart = start - 1;
        name = html.slice(start, end).toLowerCase();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (!Object.hasOwn(attributes, attribute)) attributes[attribute] = value;
      },
      onopentagend: (end) => opened(end, false),
      onselfclosingtag: (end) => opened(end, true),
      ontext(start, end) {
        // htmlparser2 12.0.0 reports a text from -1 for an end tag that the page ends in.
        if (start >= 0) reader.text(html.slice(start, end));
      },
      ontextentity(codepoint) {
        reader.text(String.fromCodePoint(codepoint));
      },
      onclosetag(start, end) {
        const bracket = html.indexOf('>', end);
        const past = bracket < 0 ? html.length : bracket + 1;
        reader.close(html.slice(start, end).toLowerCase(), {
          start: start - 2,
          end: past,
          isEmpty: false,
        });
      },
      oncdata: ignore,
      oncomment(start, end) {
        if (html.startsWith('<!--', start - 4)) {
          reader.comment?.({ start: start - 4, end: end + 1 });
        }
      },
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
