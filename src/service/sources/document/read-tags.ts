import { Tokenizer } from 'htmlparser2';

/** The tags and texts of a page, in order. Names are in lower case. */
interface TagReader {
  open(name: string, attributes: Readonly<Record<string, string>>, isEmpty: boolean): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * Reads the tags of a page as they are written, in linear time and without a stack. The first of
 * two attributes of one name counts; the contents of script and style are no tags.
 */
export function readTags(html: string, reader: TagReader): void {
  let name = '';
  let attribute = '';
  let value = '';
  let attributes: Record<string, string> = {};
  const opened = (isEmpty: boolean) => {
    reader.open(name, attributes, isEmpty);
    attributes = {};
  };
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: true },
    {
      onopentagname(start, end) {
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
      onopentagend: () => opened(false),
      onselfclosingtag: () => opened(true),
      ontext(start, end) {
        // htmlparser2 12.0.0 reports a text from -1 for an end tag that the page ends in.
        if (start >= 0) reader.text(html.slice(start, end));
      },
      ontextentity(codepoint) {
        reader.text(String.fromCodePoint(codepoint));
      },
      onclosetag(start, end) {
        reader.close(html.slice(start, end).toLowerCase());
      },
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
