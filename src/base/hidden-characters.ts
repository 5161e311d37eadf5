/**
 * What is not seen and changes what is: controls of bidirectional text, which show a text in another order
 * (https://trojansource.codes), characters without a width, the byte order mark, and the tag block, in which
 * whole sentences can be hidden from people that a language model reads. The flag of a region is written in
 * it: a black flag, at most six letters and digits, and the last character of the block (UTS #51, ED-14a).
 */
export const HIDDEN_CHARACTERS =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\u{e0000}-\u{e007f}](?<!\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}?)/gu;

export function withoutHidden(text: string): string {
  return text.replace(HIDDEN_CHARACTERS, '');
}
