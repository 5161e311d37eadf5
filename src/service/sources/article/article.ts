/** The cleaned text of a page, as plain text and as sanitised HTML. */
export interface Article {
  descriptionHtml: string;
  descriptionText: string;
}

/** A decoded page to extract the article from. */
export interface ArticlePage {
  html: string;
  /** Final address of the page. */
  url: string;
}
